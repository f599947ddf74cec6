#pragma once

namespace resound::bench {

// Keeps every multiply-add unit of one core busy with the widest vectors it has; returns how many floating-point
// operations that were. The limit to hold a kernel against, measured beside it because these machines change speed by
// the minute.
double burn_fma(long rounds);

}  // namespace resound::bench
