import { functionNode, nodesAbove } from './function-tree.ts';
import { dimensionCodes, scopeDimensions, type Dimension } from './scope.vocabulary.ts';

/** What a dimension is restricted to (`fwz`): codes joined by commas, or one macro. A missing one does not restrict. */
export type DimensionValues = ReadonlyMap<Dimension, string>;

/** The data scopes of a role by node of the tree of functions, as they are stored. */
export type NodeScopes = ReadonlyMap<string, DimensionValues>;

/** No restriction. */
export const ALL_ROWS = '*';

/** Macros with their names: what they stand for depends on who asks. */
export const scopeMacros = {
  $DW: '本单位及下级单位',
  $DWB: '本单位',
  $SELF: '本人的数据',
  $ZY: '本人负责或就读的专业',
  $BJ: '本人所带班级',
  $NJ: '本人年级',
} as const;

/** The macros that may stand in each dimension. `$SELF` stands under DW and holds whatever the row's unit is. */
export const macrosOf: Readonly<Record<Dimension, readonly (keyof typeof scopeMacros)[]>> = {
  NJ: ['$NJ'],
  XQ: [],
  XSLB: [],
  DW: ['$DW', '$DWB', '$SELF'],
  ZY: ['$ZY'],
  XZB: ['$BJ'],
};

const unrestricted: DimensionValues = new Map();

/**
 * What holds at a node: what was saved there, else what was saved nearest above (PERM-34). `node`: where that is; null
 * when nothing was saved anywhere, which restricts nothing.
 */
export function scopeAt(
  scopes: NodeScopes,
  qxbh: string,
): { readonly node: string | null; readonly values: DimensionValues } {
  for (const node of nodesAbove(qxbh)) {
    const values = scopes.get(node);
    if (values) return { node, values };
  }
  return { node: null, values: unrestricted };
}

/** A value of a dimension in words; codes are named by whoever knows them. */
export function valueText(value: string, nameOf: (code: string) => string = (code) => code): string {
  if (value === ALL_ROWS) return '不限';
  if (value === '') return '无';
  if (value.startsWith('$')) return scopeMacros[value as keyof typeof scopeMacros] ?? value;
  return value
    .split(',')
    .map((code) => nameOf(code.trim()))
    .join('、');
}

/** A dimension by its code, and what the school calls it. */
export interface NamedDimension {
  readonly sjqxbh: Dimension;
  readonly wdmc: string;
}
const asProduced: readonly NamedDimension[] = dimensionCodes.map((sjqxbh) => ({
  sjqxbh,
  wdmc: scopeDimensions[sjqxbh],
}));

/** A scope in words: `单位：本单位及下级单位；年级：2026`, by the names of dimensions and in their order. */
export function scopeText(
  values: DimensionValues,
  nameOf?: (dimension: Dimension, code: string) => string,
  dimensions = asProduced,
): string {
  const said = dimensions.flatMap(({ sjqxbh, wdmc }) => {
    const value = values.get(sjqxbh);
    return value === undefined || value === ALL_ROWS
      ? []
      : [`${wdmc}：${valueText(value, (code) => nameOf?.(sjqxbh, code) ?? code)}`];
  });
  return said.length === 0 ? '不限' : said.join('；');
}

/** The name of a node, for people. */
export function nodeName(qxbh: string | null): string {
  return (qxbh === null ? undefined : functionNode(qxbh)?.qxmc) ?? '全部功能';
}
