import type { Dimension } from './scope.vocabulary.ts';

/** Where the values of a dimension are kept: table, key, name, and what else a row of it must be. */
export interface ScopeSource {
  readonly table: string;
  readonly key: string;
  readonly name: string;
  readonly where: string;
}

/** The base data that each dimension takes its values from, as `source`. */
export const scopeSources: Readonly<Record<Dimension, ScopeSource>> = {
  NJ: { table: 'grade', key: 'njdm', name: 'njmc', where: 'true' },
  XQ: { table: 'campus', key: 'xqdm', name: 'xqmc', where: 'true' },
  XSLB: { table: 'data_dict', key: 'dm', name: 'mc', where: `source.dmlb = 'XTGL_XSLB'` },
  DW: { table: 'department', key: 'dwh', name: 'dwmc', where: 'true' },
  ZY: { table: 'major', key: 'zydm', name: 'zymc', where: 'true' },
  XZB: { table: 'class_info', key: 'bjdm', name: 'bjmc', where: 'true' },
};
