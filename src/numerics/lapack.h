#pragma once
#include <complex>
#include <cstddef>
#include <vector>

// The few routines of LAPACK and BLAS that dense boundary elements need. Matrices are stored by columns.
extern "C" {
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetrs_(const char* trans, const int* n, const int* nrhs, const double* a, const int* lda, const int* pivots,
             double* b, const int* ldb, int* info, std::size_t trans_length);
void zgetrf_(const int* m, const int* n, std::complex<double>* a, const int* lda, int* pivots, int* info);
void zgetrs_(const char* trans, const int* n, const int* nrhs, const std::complex<double>* a, const int* lda,
             const int* pivots, std::complex<double>* b, const int* ldb, int* info, std::size_t trans_length);
void dgemm_(const char* transa, const char* transb, const int* m, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* b, const int* ldb, const double* beta, double* c,
            const int* ldc, std::size_t transa_length, std::size_t transb_length);
void openblas_set_num_threads(int threads);
int openblas_get_num_threads();
}

namespace resound {

// Keeps OpenBLAS on the calling thread: how it would share out the work changes the last bits of a result with the
// number of cores. Loops around it run in parallel instead.
class SingleThreadedBlas {
 public:
  SingleThreadedBlas() : before_(openblas_get_num_threads()) { openblas_set_num_threads(1); }
  ~SingleThreadedBlas() { openblas_set_num_threads(before_); }
  SingleThreadedBlas(const SingleThreadedBlas&) = delete;
  SingleThreadedBlas& operator=(const SingleThreadedBlas&) = delete;

 private:
  int before_;
};

}  // namespace resound
