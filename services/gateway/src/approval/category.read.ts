import type { z } from 'zod';
import { NO_CATEGORY, type approvalCategories } from '@jwxt/contracts/approval/approval.operations.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

type Category = z.output<(typeof approvalCategories)['output']>['list'][number];

/**
 * The categories in use with their processes in force, then the processes that have none at all; what is switched off
 * is not among them.
 */
export async function readCategories(db: Queryable): Promise<Category[]> {
  const { rows } = await db.query<{
    process_no: string;
    process_name: string;
    category_id: string;
    category_name: string;
  }>(
    `select published.process_no, published.definition->>'processName' as process_name,
        coalesce(category.category_id, $1) as category_id, coalesce(category.category_name, '未分类') as category_name
       from base.process_definition published
       left join base.approval_category_detail detail on detail.approval_process_id = published.process_no
         and detail.sfqy = '1'
       left join base.approval_category category using (category_id)
      where published.status = '1' and case when detail.detail_id is null
        then not exists (select 1 from base.approval_category_detail stopped
                          where stopped.approval_process_id = published.process_no)
        else category.sfqy = '1' end
      order by category.sort_num nulls last, category_name, published.process_no`,
    [NO_CATEGORY],
  );
  return [...Map.groupBy(rows, (row) => row.category_id)].map(([categoryId, own]) => ({
    categoryId,
    categoryName: own[0]?.category_name ?? '',
    processes: own.map((row) => ({ processNo: row.process_no, processName: row.process_name })),
  }));
}

/** The processes that a list asks for; undefined: all. A category that is not in use has none. */
export async function processesAsked(
  db: Queryable,
  { categoryId, processNo }: { readonly categoryId?: string | undefined; readonly processNo?: string | undefined },
): Promise<readonly string[] | undefined> {
  const one = processNo ? [processNo] : undefined;
  if (!categoryId) return one;
  const category = (await readCategories(db)).find((each) => each.categoryId === categoryId);
  const own = category?.processes.map((each) => each.processNo) ?? [];
  return one ? own.filter((each) => one.includes(each)) : own;
}
