import { allResources } from '@jwxt/contracts/all-areas.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { fieldColumn } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import { usedBy } from './shared/use-count.ts';

type Category = { readonly sfgb: string; readonly sfywwh: string };

async function categoryOf(client: PoolClient, dmlb: unknown): Promise<Category | undefined> {
  const { rows } = await client.query<Category>('select sfgb, sfywwh from base.data_dict_category where dmlb = $1', [
    dmlb,
  ]);
  return rows[0];
}

export const dictionaryCategoryRules: ResourceRules = {
  uses: [usedBy('代码值', '个', 'data_dict', 'dmlb')],
};

/** Fields that hold codes of a category, in tables of resources. */
const holding = (category: unknown) =>
  allResources.flatMap(({ title, table, fields }) =>
    Object.entries(fields).flatMap(([name, { kind, looked }]) =>
      kind.type === 'dictionary' && kind.category === category && !looked
        ? [{ title, table, column: fieldColumn(fields, name), many: kind.many }]
        : [],
    ),
  );

/**
 * Values of national sets are only switched on and off, those that programs know only renamed; one that is used is
 * never removed (SYSADMIN-06, BASE-DATA-24).
 */
export const codeValueRules: ResourceRules = {
  async stays(client, row) {
    const category = await categoryOf(client, row['dmlb']);
    if (category?.sfywwh !== yesNo.yes) return '是国标或系统代码，不能删除，可以停用';
    for (const { title, table, column, many } of holding(row['dmlb'])) {
      const { rowCount } = await client.query(
        `select from base.${table} where ${many ? `${column} ? $1` : `${column} = $1`} limit 1`,
        [row['dm']],
      );
      if (rowCount) return `已被“${title}”使用，不能删除，可以停用`;
    }
    return null;
  },
  async check(client, values, before): Promise<readonly FieldError[]> {
    const category = await categoryOf(client, values['dmlb']);
    if (!category || category.sfywwh === yesNo.yes) return [];
    const kind = category.sfgb === yesNo.yes ? '国标' : '系统';
    if (before === null) return [{ field: 'dm', message: `${kind}代码不能新增` }];
    if (category.sfgb !== yesNo.yes)
      return values['sfqy'] === before['sfqy'] ? [] : [{ field: 'sfqy', message: '系统代码由程序使用，不能停用' }];
    return (['mc', 'jc', 'sjdm'] as const)
      .filter((name) => (values[name] ?? null) !== before[name])
      .map((field) => ({ field, message: '国标代码只能启用或停用' }));
  },
};
