import type { Service } from './services.ts';

/** A step of teaching operation: which menu (by id), in which column and row of the picture. */
type Step = { readonly menuId: string; readonly column: number; readonly row: number };

/**
 * 教学运行: a year's work from the plan to the graduation, left to right; what accompanies a step stands below it
 * (HOME-30). Ids are those of the base data.
 */
export const flowSteps: readonly Step[] = [
  { menuId: '4', column: 1, row: 1 },
  { menuId: '5', column: 2, row: 1 },
  { menuId: '6', column: 3, row: 1 },
  { menuId: '7', column: 4, row: 1 },
  { menuId: '13', column: 5, row: 1 },
  { menuId: '8', column: 6, row: 1 },
  { menuId: '9', column: 7, row: 1 },
  { menuId: '11', column: 8, row: 1 },
  { menuId: '3', column: 1, row: 2 },
  { menuId: '14', column: 3, row: 2 },
  { menuId: '20', column: 4, row: 2 },
  { menuId: '12', column: 5, row: 2 },
  { menuId: '10', column: 6, row: 2 },
  { menuId: '16', column: 8, row: 2 },
];

/**
 * A step that is shown. `from`: how many columns before it the arrow to it begins, or for what accompanies a step 1;
 * null where nothing leads to it.
 */
export type PlacedStep = Step & { readonly service: Service; readonly from: number | null };

/**
 * Splits the person's services into those with a place in the picture and the rest, which stand under 服务拓展
 * (HOME-31). Ways skip the steps that the person does not have.
 */
export function flowOf(services: readonly Service[]): { placed: PlacedStep[]; others: Service[] } {
  const found = flowSteps.flatMap((step) =>
    services.filter(({ menuId }) => menuId === step.menuId).map((service) => ({ ...step, service })),
  );
  const columns = found.filter(({ row }) => row === 1).map(({ column }) => column);
  const placed = found.map((step) => {
    if (step.row !== 1) return { ...step, from: columns.includes(step.column) ? 1 : null };
    const before = columns.filter((column) => column < step.column);
    return { ...step, from: before.length === 0 ? null : step.column - Math.max(...before) };
  });
  return { placed, others: services.filter(({ menuId }) => !flowSteps.some((step) => step.menuId === menuId)) };
}
