import {
  convertTemporary,
  convertTemporaryStudent,
} from '@jwxt/contracts/student-status/file/temporary-student.operations.ts';
import { temporaryStudent } from '@jwxt/contracts/student-status/file/temporary-student.resource.ts';
import { handler } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { reachesResource } from '../../kernel/resource.read.ts';
import { runCommand } from '../../kernel/run-command.ts';

/** STUDENT-STATUS-10: the own temporary students become students, in a class of the own. */
export const temporaryStudentHandlers = [
  handler(convertTemporaryStudent, async ({ commandId, ...asked }, call) => {
    const { key, bjdm } = asked;
    for (const what of [{ keys: [key] }, { values: { bjdm } }])
      if (!(await reachesResource(call.services.db, call.user, temporaryStudent, call.permission, what)))
        throw new Refused('OUT_OF_SCOPE');
    return await runCommand(convertTemporary, asked, call, { commandId });
  }),
];
