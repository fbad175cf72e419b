/** The average and the distribution of star ratings. */
export interface RatingSummary {
  /** Rounded to one decimal; null without ratings. */
  average: number | null;
  count: number;
  /** Number of ratings with five stars, four, three, two and one. */
  byStars: readonly { stars: number; count: number }[];
}

export function summarizeRatings(ratings: readonly number[]): RatingSummary {
  const count = ratings.length;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const byStars = [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: ratings.filter((rating) => rating === stars).length,
  }));
  return { average: count ? Math.round((sum / count) * 10) / 10 : null, count, byStars };
}
