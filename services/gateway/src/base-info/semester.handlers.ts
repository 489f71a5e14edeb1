import { selectCurrentXnXq } from '@jwxt/contracts/base-info/semester.operations.ts';
import { handler } from '../kernel/handler.ts';

export const semesterHandlers = [
  handler(selectCurrentXnXq, async (_input, { services: { db } }) => {
    const {
      rows: [row],
    } = await db.query<{ semester: string; semesterName: string }>(
      `select xnxq as semester, xnxqmc as "semesterName" from base.semester where sfdqxq = '1'`,
    );
    return row ?? { semester: '', semesterName: '' };
  }),
];
