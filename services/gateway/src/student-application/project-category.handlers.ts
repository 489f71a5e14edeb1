import { expenseCategories } from '@jwxt/contracts/student-application/expense-category.resource.ts';
import { projectCategories } from '@jwxt/contracts/student-application/project-category.resource.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { handler } from '../kernel/handler.ts';
import { prepared } from '../kernel/prepared-query.ts';

/** Kinds of projects, and what money is spent on in one of them (PICKERS-151, PICKERS-154). */
export const projectCategoryHandlers = [
  handler(projectCategories, async (_input, { services: { db } }) => {
    const { rows } = await db.query<OutputOf<typeof projectCategories>[number]>(
      prepared(
        `select project_category_id as "projectCategoryId", project_level_name as "projectLevelName",
            project_category_name as "projectCategoryName"
          from base.project_category where sfqy = '1'
          order by sort_num, project_level_name, project_category_name`,
        [],
      ),
    );
    return rows;
  }),
  handler(expenseCategories, async ({ id }, { services: { db } }) => {
    const { rows } = await db.query<OutputOf<typeof expenseCategories>[number]>(
      prepared(
        `select expense_category_code as "expenseCategoryCode", expense_category_name as "expenseCategoryName"
          from base.expense_category
          where sfqy = '1' and (project_category_id = $1 or project_category_id is null)
          order by sort_num, expense_category_code`,
        [id],
      ),
    );
    return rows;
  }),
];
