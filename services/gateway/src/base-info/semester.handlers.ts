import {
  archiveSemester,
  archiveSemesterOperation,
  copySemesterSettings,
  copySemesterSettingsOperation,
  getYears,
  selectCurrentXnXq,
  semesterReadiness,
  setCurrentSemester,
  setCurrentSemesterOperation,
} from '@jwxt/contracts/base-info/semester.operations.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readReadiness } from './semester-readiness.read.ts';

export const semesterHandlers = [
  handler(selectCurrentXnXq, async (_input, { services: { db } }) => {
    const {
      rows: [row],
    } = await db.query<{ semester: string; semesterName: string }>(
      `select xnxq as semester, xnxqmc as "semesterName" from base.semester where sfdqxq = '1'`,
    );
    return row ?? { semester: '', semesterName: '' };
  }),
  handler(getYears, async (_input, { services: { db } }) => {
    const { rows } = await db.query<{ xnzj: string }>(
      `select distinct xnzj from base.semester where sfqy = '1' order by xnzj desc`,
    );
    return rows;
  }),
  handler(semesterReadiness, async ({ key }, { services: { db } }) => {
    const found = await readReadiness(db, key);
    if (!found) throw new Refused('NOT_FOUND');
    return found;
  }),
  handler(
    copySemesterSettingsOperation,
    async ({ commandId, ...payload }, call) => await runCommand(copySemesterSettings, payload, call, { commandId }),
  ),
  handler(
    setCurrentSemesterOperation,
    async ({ commandId, key }, call) => await runCommand(setCurrentSemester, { key }, call, { commandId }),
  ),
  handler(
    archiveSemesterOperation,
    async ({ commandId, ...payload }, call) => await runCommand(archiveSemester, payload, call, { commandId }),
  ),
];
