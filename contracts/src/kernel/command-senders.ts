import {
  cancelApplication,
  decideApplication,
  recallApplication,
  transferApplication,
  urgeApplication,
} from '../approval/application.command.ts';
import { adjustCourseApply, applyForAdjustCourse } from '../approval/adjust-course.operations.ts';
import { approve, recallApproval, transferApproval, urgeApproval } from '../approval/approval.operations.ts';
import {
  applyForInfoCheck,
  infoCheckApply,
  infoCheckToggle,
  toggleInfoChange,
} from '../approval/info-check.operations.ts';
import {
  createDelegation,
  grantSecondaryAuth,
  revokeDelegation,
  revokeSecondaryAuth,
} from '../approval/secondary-auth.operations.ts';
import {
  cleanResults,
  ignoreResults,
  quickCleanMonitors,
  recheckMonitors,
  setMonitorPoint,
  undoCleaning,
} from '../data-monitor/data-monitor.command.ts';
import {
  cleanMonitorResults,
  ignoreMonitorResults,
  recheck,
  undoMonitorCleaning,
  updateMonitorPoint,
} from '../data-monitor/data-monitor.operations.ts';
import { quickClean } from '../data-monitor/monitor-ball.operations.ts';
import { deleteElective, saveElective, setElectiveWindow, submitElective } from '../elective/elective.command.ts';
import { electiveDelete, electiveSave, electiveSubmit, setElectiveRound } from '../elective/elective.operations.ts';
import { changeSettings, forceSubmitSheet, rollbackSheet } from '../exam-set/exam-set.command.ts';
import {
  batchAdjustment,
  batchHierarchyUpdate,
  batchRollback,
  forceBatchSubmit,
  hierarchySet,
  initSet,
  inputTimeUpdate,
  quickSet,
  scoreRollback,
  subItemBatch,
  teacherSet,
  timeSet,
} from '../exam-set/exam-set.operations.ts';
import { tellOfExport } from '../file/export-job.command.ts';
import { mayAttach, recordFile, removeFiles } from '../file/file.command.ts';
import { batchDelete, deleteFile, uploadFile } from '../file/file.operations.ts';
import {
  addMenuCategory,
  changeMenuCategory,
  countVisit,
  placeMenu,
  removeMenuCategory,
  sortMenus,
} from '../home/home.command.ts';
import { createCommonFunction } from '../home/home.operations.ts';
import {
  createMenuCategory,
  deleteMenuCategory,
  updateMenu,
  updateMenuCategory,
  updateMenuSort,
} from '../home/menu.operations.ts';
import {
  freezeMakeup,
  publishRebuildClass,
  saveRebuildClass,
  setRebuildStudents,
  settleOrigin,
  updateMakeup,
} from '../makeup/makeup.command.ts';
import {
  freezeMakeupGroups,
  generateMakeupLists,
  publishRebuildClassOperation,
  saveRebuildClassOperation,
  setRebuildStudentsOperation,
  settleMakeupOrigin,
  settleRebuildOrigin,
  updateMakeupGroups,
} from '../makeup/makeup-list.operations.ts';
import { retakeCalls } from '../makeup/retake-approval.operations.ts';
import { markNoticesRead } from '../notice/notice.command.ts';
import { noticeMarkAllRead, noticeMarkRead } from '../notice/notice.operations.ts';
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
} from '../notice/publishing.command.ts';
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
} from '../notice/publishing.operations.ts';
import { markMessagesRead, setPushSign } from '../notice/system-message.command.ts';
import { messagePushSign, messageReadSign, messagesAllRead } from '../notice/system-message.operations.ts';
import { applyForRecognition, removeRecognition, saveRecognition } from '../recognition/recognition.command.ts';
import { recognitionOperationsOf } from '../recognition/recognition.operations.ts';
import { printTranscript } from '../score-card/score-card.operations.ts';
import { keepTranscript } from '../score-card/transcript.command.ts';
import { scoreSettings } from '../score-setting/all-score-settings.ts';
import { publishScoreRules, publishScoreRulesOperation } from '../score-setting/score-rules.operations.ts';
import { auditRegularScores } from '../score/regular-approval.operations.ts';
import { auditScoreChange } from '../score/score-change-audit.operations.ts';
import { applyScoreChangeOperation } from '../score/score-change.operations.ts';
import { importScores } from '../score/score-document.operations.ts';
import { registerRemark, saveScores, saveScoresFor, submitScores } from '../score/score-entry.operations.ts';
import {
  applyForScoreChange,
  registerRemark as registerRemarkCommand,
  saveSheet,
  submitSheet,
} from '../score/score-sheet.command.ts';
import { grantTempLogin, kickOut, useTempLogin } from '../session/session.command.ts';
import { issueTempLogin, kickOutUsers } from '../session/open-session.operations.ts';
import { changePasswordOperation, login } from '../session/session.operations.ts';
import { cancelLongJob, startLongJob } from '../system/long-job.command.ts';
import { cancelLongJobOperation } from '../system/long-job.operations.ts';
import { parkedEventReplay } from '../system/parked-event.operations.ts';
import {
  cancelRebuild,
  changePassword,
  publishProcess,
  replayParkedEvents,
  requestRebuild,
} from '../system/system.command.ts';
import { publishProcessOperation, readModelCancel, readModelRebuild } from '../system/system.operations.ts';
import type { CommandDefinition } from './command.ts';
import type { Operation } from './operation.ts';

/** What decides who may call an operation, and in which kind of session. */
export type CommandSender = Pick<Operation, 'access' | 'method' | 'outcome' | 'temporary'>;

/** The gateway itself, without anybody's asking, when an export that became a job has ended. */
const endedExport: CommandSender = { access: { signedIn: '只告知导出者本人' }, method: 'POST', temporary: '只是告知' };

const { system, outside, outSchool } = recognitionOperationsOf;
const settings = Object.values(scoreSettings).flatMap(({ commands, operations }) =>
  (['create', 'update', 'delete', 'batchDelete'] as const).map(
    (action) => [commands[action], [operations[action]]] as const,
  ),
);

const declared: readonly (readonly [CommandDefinition, readonly CommandSender[]])[] = [
  ...settings,
  [publishScoreRules, [publishScoreRulesOperation]],
  [
    decideApplication,
    [
      approve,
      auditScoreChange,
      auditRegularScores,
      system.audit,
      outside.audit,
      outSchool.audit,
      retakeCalls.retakeApproval.approve,
      retakeCalls.rebuildScoreApproval.approve,
    ],
  ],
  [recallApplication, [recallApproval]],
  [transferApplication, [transferApproval]],
  [urgeApplication, [urgeApproval]],
  [cancelApplication, [scoreRollback, batchRollback]],
  [applyForAdjustCourse, [adjustCourseApply]],
  [applyForInfoCheck, [infoCheckApply]],
  [toggleInfoChange, [infoCheckToggle]],
  [grantSecondaryAuth, [createDelegation]],
  [revokeSecondaryAuth, [revokeDelegation]],
  [saveSheet, [saveScores, saveScoresFor, importScores]],
  [registerRemarkCommand, [registerRemark]],
  [submitSheet, [submitScores]],
  [applyForScoreChange, [applyScoreChangeOperation]],
  [
    changeSettings,
    [teacherSet, timeSet, inputTimeUpdate, hierarchySet, quickSet, subItemBatch, batchHierarchyUpdate, batchAdjustment],
  ],
  [rollbackSheet, [scoreRollback, batchRollback]],
  [forceSubmitSheet, [forceBatchSubmit]],
  [startLongJob, [initSet, generateMakeupLists]],
  [cancelLongJob, [cancelLongJobOperation]],
  [applyForRecognition, [system.apply, outside.apply, outSchool.apply]],
  [saveRecognition, [system.save, outside.save, outSchool.save]],
  [removeRecognition, [system.batchDelete, outside.batchDelete, outSchool.batchDelete]],
  [updateMakeup, [updateMakeupGroups]],
  [freezeMakeup, [freezeMakeupGroups]],
  [settleOrigin, [settleMakeupOrigin, settleRebuildOrigin]],
  [saveRebuildClass, [saveRebuildClassOperation]],
  [setRebuildStudents, [setRebuildStudentsOperation]],
  [publishRebuildClass, [publishRebuildClassOperation]],
  [saveElective, [electiveSave]],
  [submitElective, [electiveSubmit]],
  [deleteElective, [electiveDelete]],
  [setElectiveWindow, [setElectiveRound]],
  [keepTranscript, [printTranscript]],
  [mayAttach, [uploadFile]],
  [recordFile, [uploadFile]],
  [removeFiles, [deleteFile, batchDelete]],
  [tellOfExport, [endedExport]],
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
  [countVisit, [createCommonFunction]],
  [addMenuCategory, [createMenuCategory]],
  [changeMenuCategory, [updateMenuCategory]],
  [removeMenuCategory, [deleteMenuCategory]],
  [placeMenu, [updateMenu]],
  [sortMenus, [updateMenuSort]],
  [recheckMonitors, [recheck]],
  [setMonitorPoint, [updateMonitorPoint]],
  [cleanResults, [cleanMonitorResults]],
  [ignoreResults, [ignoreMonitorResults]],
  [undoCleaning, [undoMonitorCleaning]],
  [quickCleanMonitors, [quickClean]],
  [kickOut, [kickOutUsers]],
  [grantTempLogin, [issueTempLogin]],
  [useTempLogin, [login]],
  [changePassword, [changePasswordOperation]],
  [requestRebuild, [readModelRebuild]],
  [cancelRebuild, [readModelCancel]],
  [publishProcess, [publishProcessOperation]],
  [replayParkedEvents, [parkedEventReplay]],
];

/**
 * By which operations people send each command: whoever may call one of them may send it, nobody else. The permission
 * itself is declared once, at the operation. A command that is missing here is not for people: policies, long jobs and
 * the operator's programs send it.
 */
export const commandSenders: ReadonlyMap<string, readonly CommandSender[]> = new Map(
  declared.map(([{ name }, senders]) => [name, senders]),
);
