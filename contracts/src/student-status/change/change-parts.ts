import { decideApplication } from '../../approval/application.command.ts';
import { untold } from '../../kernel/stream.ts';
import { statusChangeRequests } from './status-change.events.ts';
import {
  applyForOwnChange,
  applyOwnStatusChange,
  cancelStatusChange,
  cancelStatusChangeOperation,
  implementStatusChange,
  implementStatusChangeOperation,
  processStatusChange,
  applicationOperations,
  submitStatusChange,
  submitStatusChangeOperation,
} from './status-change.operations.ts';
import { statusChange } from './status-change.resource.ts';
import { statusLogOperations } from './status-log.operations.ts';
import { studentStatusStreams } from './student-status.state.ts';

/** Rows that people keep of changes of status and what they do everywhere (STUDENT-STATUS-16, 40). */
export const statusChangeResources = [statusChange] as const;
/** What can be asked for. */
export const statusChangeOperations = [...applicationOperations, ...statusLogOperations] as const;
/** Kinds of streams; their own log tells them (STUDENT-STATUS-40). */
export const statusChangeStreams = [untold(statusChangeRequests.streams), untold(studentStatusStreams)] as const;
/** Commands, with who sends them. */
export const statusChangeCommands = [
  [submitStatusChange, [submitStatusChangeOperation]],
  [implementStatusChange, [implementStatusChangeOperation]],
  [cancelStatusChange, [cancelStatusChangeOperation]],
  [applyOwnStatusChange, [applyForOwnChange]],
  [decideApplication, [processStatusChange]],
] as const;
