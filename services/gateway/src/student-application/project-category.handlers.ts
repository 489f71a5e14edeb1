import { projectCategories } from '@jwxt/contracts/student-application/project-category.resource.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { handler } from '../kernel/handler.ts';
import { prepared } from '../kernel/prepared-query.ts';

/** Categories of projects that awards are won with. */
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
];
