/** A part of a curriculum with the line of each of its weeks. */
export interface CurriculumModule {
  title: string;
  weeks: readonly string[];
}

/** A part with the numbers of its weeks, counted through the whole programme. */
export interface NumberedModule extends CurriculumModule {
  firstWeek: number;
  /** `Week 1`, `Weeks 2 to 4`. */
  period: string;
}

/** Counts the weeks of a curriculum. */
export const countWeeks = (modules: readonly CurriculumModule[]): number =>
  modules.reduce((sum, { weeks }) => sum + weeks.length, 0);

/** Numbers the weeks through all parts. */
export function numberWeeks(modules: readonly CurriculumModule[]): NumberedModule[] {
  return modules.map((module, index) => {
    const firstWeek = countWeeks(modules.slice(0, index)) + 1;
    const lastWeek = firstWeek + module.weeks.length - 1;
    const period = firstWeek === lastWeek ? `Week ${firstWeek}` : `Weeks ${firstWeek} to ${lastWeek}`;
    return { ...module, firstWeek, period };
  });
}

/** Formats the hours of a week: `6 to 8 hours a week`; empty where each job has its own. */
export const formatHours = (hours: { min: number; max: number } | null): string => {
  if (!hours) return '';
  const { min, max } = hours;
  return `${min === max ? min : `${min} to ${max}`} hours a week`;
};
