import { z } from 'zod';
import { defineOperation } from '../kernel/operation.ts';

/** Dictionary of the administrative divisions; its names are whole: 河南省郑州市中原区. */
export const REGIONS = 'XTGL_XZQH';

/** The code of a division as it is chosen: twelve digits, or two for a province (PICKERS-093). */
export function regionValue(code: string): string {
  return code.length === 2 ? code : code.padEnd(12, '0');
}

/** A division with those below it; null where there are none (PICKERS-093). */
export type RegionNode = { value: string; label: string; pid: string; children: RegionNode[] | null };
const regionNode: z.ZodType<RegionNode> = z.object({
  value: z.string(),
  label: z.string(),
  pid: z.string(),
  get children() {
    return z.array(regionNode).nullable();
  },
});

/** A division as the dictionary holds it. */
export type Division = { readonly code: string; readonly name: string };

/** The codes above a division, the province first, and its own. */
export function regionPath(value: string): string[] {
  const province = value.slice(0, 2);
  if (value.length < 12) return [province];
  const city = regionValue(value.slice(0, 4));
  return value === city ? [province, city] : [province, city, value];
}

/** Divisions in three levels (PICKERS-092). One whose upper division is not among them is left out. */
export function regionTree(divisions: readonly Division[]): RegionNode[] {
  const nodes = new Map<string, { readonly node: RegionNode; readonly whole: string }>();
  const provinces: RegionNode[] = [];
  for (const { code, name } of divisions.toSorted((one, other) => one.code.length - other.code.length)) {
    const pid = regionPath(code).at(-2) ?? '';
    const above = nodes.get(pid);
    if (pid !== '' && above === undefined) continue;
    const label = name.slice(above?.whole.length ?? 0);
    const node = { value: code, label, pid, children: null };
    nodes.set(code, { node, whole: name });
    if (above) (above.node.children ??= []).push(node);
    else provinces.push(node);
  }
  return provinces;
}

/** The divisions in use, as a tree. */
export const queryRegions = defineOperation({
  id: 'region.queryTree',
  method: 'GET',
  path: '/baseInfo/region/queryTree',
  access: { signedIn: '行政区划是国家公布的代码，不含业务数据' },
  summary: '行政区划',
  input: z.object({}),
  output: z.array(regionNode),
});
