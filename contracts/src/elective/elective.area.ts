import { deleteElective, saveElective, setElectiveWindow, submitElective } from './elective.command.ts';
import {
  electiveDelete,
  electiveOperations,
  electiveSave,
  electiveSubmit,
  setElectiveRound,
} from './elective.operations.ts';
import { electiveStreams } from './elective.state.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const electiveArea = {
  operations: [...electiveOperations],
  streams: [electiveStreams],
  commands: [
    [saveElective, [electiveSave]],
    [submitElective, [electiveSubmit]],
    [deleteElective, [electiveDelete]],
    [setElectiveWindow, [setElectiveRound]],
  ],
} as const satisfies ContractArea;
