import { modules, type ModuleRoute } from '../kernel/module.vocabulary.ts';
import { field } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';

const moduleNames = Object.fromEntries(modules.map(({ route, title }) => [route, title])) as Record<
  ModuleRoute,
  string
>;

/** SYSADMIN-16 服务域: which modules belong together, for guides. Every school starts with one for each module. */
export const serviceDomain = defineResource({
  name: 'domain',
  service: 'system',
  table: 'domain',
  key: 'bh',
  called: 'mc',
  fields: {
    bh: field.formatted('编号', 'code', 10, { required: true, fixed: true, list: 90 }),
    mc: field.text('名称', 30, { required: true, search: true, list: 'auto' }),
    servingList: field.rows(
      '服务',
      { route: field.choice('模块', moduleNames, { required: true, list: 300 }) },
      {
        length: [0, modules.length],
        list: 260,
        json: {
          store: (rows) => rows.map(({ route }) => route),
          read: (stored) => ((stored ?? []) as ModuleRoute[]).map((route) => ({ route })),
        },
      },
    ),
    sortNum: field.integer('排序号', [0, 9999], { required: true, initial: 0, list: 90 }),
    sfqy: field.enabled(),
  },
  order: [{ by: 'sortNum' }, { by: 'bh' }],
  unique: [{ fields: ['mc'], message: '名称已存在' }],
  check: ({ servingList }) =>
    servingList.flatMap(({ route }, index) =>
      servingList.findIndex((other) => other.route === route) < index
        ? [{ field: `servingList.${String(index)}.route`, message: '模块重复' }]
        : [],
    ),
});
