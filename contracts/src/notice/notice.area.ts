import { markNoticesRead } from './notice.command.ts';
import { noticeType } from './notice-type.resource.ts';
import { noticeMarkAllRead, noticeMarkRead, noticeOperations } from './notice.operations.ts';
import {
  closeNotice,
  createGuide,
  createNotice,
  deleteGuide,
  deleteNotice,
  publishGuide,
  publishNotice,
  recallGuide,
  recallNotice,
  updateGuide,
  updateNotice,
} from './publishing.command.ts';
import {
  guideCreate,
  guideDelete,
  guidePublish,
  guideRecall,
  guideUpdate,
  noticeInfoClose,
  noticeInfoCreate,
  noticeInfoDelete,
  noticeInfoPublish,
  noticeInfoRecall,
  noticeInfoUpdate,
  publishingOperations,
} from './publishing.operations.ts';
import { markMessagesRead, setPushSign } from './system-message.command.ts';
import {
  messagePushSign,
  messageReadSign,
  messagesAllRead,
  systemMessageOperations,
} from './system-message.operations.ts';
import type { ContractArea } from '../kernel/area.ts';

/** What the area brings to the contracts. */
export const noticeArea = {
  resources: [noticeType],
  operations: [...noticeOperations, ...publishingOperations, ...systemMessageOperations],
  commands: [
    [createNotice, [noticeInfoCreate]],
    [updateNotice, [noticeInfoUpdate]],
    [deleteNotice, [noticeInfoDelete]],
    [publishNotice, [noticeInfoPublish]],
    [recallNotice, [noticeInfoRecall]],
    [closeNotice, [noticeInfoClose]],
    [markNoticesRead, [noticeMarkRead, noticeMarkAllRead]],
    [createGuide, [guideCreate]],
    [updateGuide, [guideUpdate]],
    [deleteGuide, [guideDelete]],
    [publishGuide, [guidePublish]],
    [recallGuide, [guideRecall]],
    [markMessagesRead, [messageReadSign, messagesAllRead]],
    [setPushSign, [messagePushSign]],
  ],
} as const satisfies ContractArea;
