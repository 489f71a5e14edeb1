import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { switchOperation } from '@jwxt/contracts/system/operation-switch.command.ts';
import { queryOperationSwitches, updateOperationSwitch } from '@jwxt/contracts/system/operation-switch.operations.ts';
import { handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';
import { readOperationSwitches } from './operation-switch.read.ts';

const queryHandler = handler(queryOperationSwitches, (filter, { services }) =>
  readOperationSwitches(services.db, filter),
);

const updateHandler = handler(updateOperationSwitch, async ({ commandId, resourceId, sfqy, notice }, call) => {
  const wanted = { operationId: resourceId, notice: sfqy === yesNo.no ? notice : null };
  const switched = await runCommand(switchOperation, wanted, call, { commandId });
  call.services.operationSwitches.forget();
  return switched;
});

export const operationSwitchHandlers = [queryHandler, updateHandler];
