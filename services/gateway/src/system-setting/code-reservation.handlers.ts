import {
  generateCode,
  releaseCode,
  releaseCodeOperation,
  reserveCode,
} from '@jwxt/contracts/system-setting/code-reservation.operations.ts';
import { handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';

export const codeReservationHandlers = [
  handler(generateCode, ({ commandId, ...wanted }, call) => runCommand(reserveCode, wanted, call, { commandId })),
  handler(releaseCodeOperation, ({ commandId, ...kept }, call) => runCommand(releaseCode, kept, call, { commandId })),
];
