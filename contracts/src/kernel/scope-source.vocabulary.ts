import type { Dimension } from './scope.vocabulary.ts';

/** Where the values of a dimension are kept: in words, table, key, name, and what else a row of it must be. */
export interface ScopeSource {
  readonly title: string;
  readonly table: string;
  readonly key: string;
  readonly name: string;
  readonly where: string;
}

/** The base data that each dimension takes its values from, as `source`. */
export const scopeSources: Readonly<Record<Dimension, ScopeSource>> = {
  NJ: { title: '年级', table: 'grade', key: 'njdm', name: 'njmc', where: 'true' },
  XQ: { title: '校区', table: 'campus', key: 'xqdm', name: 'xqmc', where: 'true' },
  XSLB: { title: '数据字典“学生类别”', table: 'data_dict', key: 'dm', name: 'mc', where: `source.dmlb = 'XTGL_XSLB'` },
  DW: { title: '单位', table: 'department', key: 'dwh', name: 'dwmc', where: 'true' },
  ZY: { title: '专业', table: 'major', key: 'zydm', name: 'zymc', where: 'true' },
  XZB: { title: '行政班', table: 'class_info', key: 'bjdm', name: 'bjmc', where: 'true' },
};
