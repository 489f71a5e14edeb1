import type { Service } from './services.ts';

/** A step of teaching operation: which menu (by id), in which column and row of the picture, and where its arrow leads. */
type Step = { menuId: string; column: number; row: number };

/** 教学运行: a year's work from the plan to the graduation, left to right; what accompanies a step stands below it (HOME-30). Ids are those of the base data. */
export const flowSteps: readonly Step[] = [
  { menuId: '4', column: 1, row: 1 }, { menuId: '5', column: 2, row: 1 }, { menuId: '6', column: 3, row: 1 }, { menuId: '7', column: 4, row: 1 }, { menuId: '13', column: 5, row: 1 },
  { menuId: '8', column: 6, row: 1 }, { menuId: '9', column: 7, row: 1 }, { menuId: '11', column: 8, row: 1 },
  { menuId: '3', column: 1, row: 2 }, { menuId: '14', column: 3, row: 2 }, { menuId: '20', column: 4, row: 2 }, { menuId: '12', column: 5, row: 2 }, { menuId: '10', column: 6, row: 2 }, { menuId: '16', column: 8, row: 2 },
];

/** Splits the person's services into those with a place in the picture and the rest, which stand under 服务拓展 (HOME-31). */
export function flowOf(services: readonly Service[]): { placed: (Step & { service: Service })[]; others: Service[] } {
  const placed = flowSteps.flatMap((step) => services.filter(({ menuId }) => menuId === step.menuId).map((service) => ({ ...step, service })));
  return { placed, others: services.filter(({ menuId }) => !flowSteps.some((step) => step.menuId === menuId)) };
}
