import { tellOfExport } from './export-job.command.ts';
import { exportJobOperations } from './export-job.operations.ts';
import { mayAttach, recordFile, removeFiles } from './file.command.ts';
import { batchDelete, deleteFile, fileOperations, uploadFile } from './file.operations.ts';
import type { CommandSender, ContractArea } from '../kernel/area.ts';

/** The gateway itself, without anybody's asking, when an export that became a job has ended. */
const endedExport: CommandSender = { access: { signedIn: '只告知导出者本人' }, method: 'POST', temporary: '只是告知' };

/** What the area brings to the contracts. */
export const fileArea = {
  operations: [...fileOperations, ...exportJobOperations],
  commands: [
    [mayAttach, [uploadFile]],
    [recordFile, [uploadFile]],
    [removeFiles, [deleteFile, batchDelete]],
    [tellOfExport, [endedExport]],
  ],
} as const satisfies ContractArea;
