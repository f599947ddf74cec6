// fontconfig keeps the fonts that a plot found until the process ends; a sanitizer would call that a leak of ours
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }
