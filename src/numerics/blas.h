#pragma once
#include <complex>
#include <cstddef>

// The few routines of BLAS and LAPACK that we call, by their Fortran names: matrices lie column by column.
extern "C" {
void dgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb, const double* beta,
            double* c, const int* ldc);
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetrs_(const char* transpose, const int* n, const int* columns, const double* a, const int* lda,
             const int* pivots, double* b, const int* ldb, int* info, std::size_t transpose_length);
void zgetrf_(const int* m, const int* n, std::complex<double>* a, const int* lda, int* pivots, int* info);
void zgetrs_(const char* transpose, const int* n, const int* columns, const std::complex<double>* a, const int* lda,
             const int* pivots, std::complex<double>* b, const int* ldb, int* info, std::size_t transpose_length);
void dsyrk_(const char* triangle, const char* transpose, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* beta, double* c, const int* ldc);
void dtrsm_(const char* side, const char* triangle, const char* transpose, const char* unit_diagonal, const int* m,
            const int* n, const double* alpha, const double* a, const int* lda, double* b, const int* ldb);
void dpotrf_(const char* triangle, const int* n, double* a, const int* lda, int* info);
void dsytrf_(const char* triangle, const int* n, double* a, const int* lda, int* pivots, double* work,
             const int* work_size, int* info);
void dsytrs2_(const char* triangle, const int* n, const int* columns, double* a, const int* lda, const int* pivots,
              double* b, const int* ldb, double* work, int* info);
void dsyevd_(const char* job, const char* triangle, const int* n, double* a, const int* lda, double* eigenvalues,
             double* work, const int* work_size, int* integer_work, const int* integer_work_size, int* info);
void dsygvd_(const int* type, const char* job, const char* triangle, const int* n, double* a, const int* lda, double* b,
             const int* ldb, double* eigenvalues, double* work, const int* work_size, int* integer_work,
             const int* integer_work_size, int* info);
void openblas_set_num_threads(int threads);
int openblas_get_num_threads();
}

namespace resound {

// C = alpha op(A) op(B) + beta C, where op(A) is m x k and op(B) is k x n; 'N' as it is, 'T' transposed.
inline void gemm(char transpose_a, char transpose_b, int m, int n, int k, double alpha, const double* a, int lda,
                 const double* b, int ldb, double beta, double* c, int ldc) {
  dgemm_(&transpose_a, &transpose_b, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, c, &ldc);
}

// OpenBLAS on one thread for its lifetime: how it shares work among threads changes the last bits of a sum. Loops
// around it run in parallel instead.
class OneBlasThread {
 public:
  OneBlasThread() : before_(openblas_get_num_threads()) { openblas_set_num_threads(1); }
  ~OneBlasThread() { openblas_set_num_threads(before_); }
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;

 private:
  int before_;
};

}  // namespace resound
