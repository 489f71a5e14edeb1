import { findAllDepChild, findTeachDep, type DepartmentNode } from '@jwxt/contracts/base-info/department.operations.ts';
import { handler } from '../kernel/handler.ts';

interface UnitRow {
  dwh: string;
  dwmc: string;
  lsdwh: string | null;
}

/** Units as a tree; one whose upper unit is not among them is a root. */
export function departmentTree(units: readonly UnitRow[]): DepartmentNode[] {
  const nodes = new Map(units.map(({ dwh, dwmc }) => [dwh, { dwh, dwmc, child: [] as DepartmentNode[] }]));
  const roots: DepartmentNode[] = [];
  for (const { dwh, lsdwh } of units)
    (lsdwh === null ? roots : (nodes.get(lsdwh)?.child ?? roots)).push(nodes.get(dwh)!);
  return roots;
}

export const departmentHandlers = [
  handler(findTeachDep, async (_input, { services: { db } }) => {
    const { rows } = await db.query<UnitRow>(
      `select dwh, dwmc, lsdwh from base.department where sfjxdw = '1' and sfqy = '1' order by pxh, dwh`,
    );
    return departmentTree(rows);
  }),
  handler(findAllDepChild, async (_input, { services: { db } }) => {
    const { rows } = await db.query<UnitRow>(
      `select dwh, dwmc, lsdwh from base.department where sfqy = '1' order by pxh, dwh`,
    );
    return departmentTree(rows);
  }),
];
