const grouped = new Intl.NumberFormat('en-IN');

/** Formats a number of things as in India: `1,20,500`. */
export const formatCount = (count: number): string => grouped.format(count);
