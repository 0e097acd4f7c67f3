cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    #define estoril_count(m) ((int)__popcnt64(m))
    static __forceinline int estoril_lowest(unsigned long long m) {
        unsigned long n;
        _BitScanForward64(&n, m);
        return (int)n;
    }
    #else
    #define estoril_count __builtin_popcountll
    #define estoril_lowest __builtin_ctzll
    #endif
    #define estoril_has(m, n) ((int)((m) >> (n) & 1))
    """
    int count "estoril_count"(unsigned long long m) noexcept nogil
    int lowest "estoril_lowest"(unsigned long long m) noexcept nogil
    int has "estoril_has"(unsigned long long m, int n) noexcept nogil


cdef inline unsigned long long one(int n) noexcept nogil:
    return (<unsigned long long>1) << n
