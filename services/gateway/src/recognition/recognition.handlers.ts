import { applyForRecognition } from '@jwxt/contracts/recognition/recognition.command.ts';
import { applyRecognition, planCourses, queryRecognitions, recognitionDetail } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readPlanCourses } from './plan-courses.read.ts';
import { findRecognition, listRecognitions, recognitionDetailOf } from './recognition.read.ts';

const applyHandler = handler(applyRecognition, async ({ commandId, ...payload }, call) => {
  // Scope holds for writes too: only for students that the person could choose.
  if ((await readPlanCourses(call.services.db, call.user, payload.studentId)) === undefined) throw new Refused('OUT_OF_SCOPE');
  const { applyId } = await runCommand(applyForRecognition, payload, call, {
    commandId, shownIn: ['recognition', 'approval-list', 'approval-log', 'todo-queue'],
  });
  return { applyId };
});

const queryHandler = handler(queryRecognitions, (filter, call) => listRecognitions(call.services.db, call.user, filter));

const detailHandler = handler(recognitionDetail, async ({ id }, call) => {
  const row = await findRecognition(call.services.db, call.user, id);
  if (!row) throw new Refused('APPROVAL_NOT_FOUND');
  return recognitionDetailOf(row);
});

const planHandler = handler(planCourses, async ({ studentId }, call) => {
  const list = await readPlanCourses(call.services.db, call.user, studentId);
  if (!list) throw new Refused('OUT_OF_SCOPE');
  return { list };
});

export const recognitionHandlers = [applyHandler, queryHandler, detailHandler, planHandler];
