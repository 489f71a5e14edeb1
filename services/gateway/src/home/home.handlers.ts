import { countVisit, keepListSetting } from '@jwxt/contracts/home/home.command.ts';
import {
  classStatistics,
  commonFunctions,
  createCommonFunction,
  ownScores,
  pendingEvaluations,
  schoolStatistics,
} from '@jwxt/contracts/home/home.operations.ts';
import { listSettings, saveListSetting } from '@jwxt/contracts/home/list-setting.operations.ts';
import { randomUUID } from 'node:crypto';
import { lookingRefusal } from '@jwxt/contracts/session/session.vocabulary.ts';
import { handler } from '../kernel/handler.ts';
import { runCommand } from '../kernel/run-command.ts';
import {
  countPendingEvaluations,
  readClassStatistics,
  readCommonFunctions,
  readListSettings,
  readOwnScores,
  readSchoolStatistics,
} from './home.read.ts';

const functions = handler(commonFunctions, (page, call) =>
  readCommonFunctions(call.services.db, call.user.userName, page),
);
/** A click that is counted twice harms nobody, so it has no id of its own. */
const visit = handler(createCommonFunction, (input, call) =>
  lookingRefusal(call.session.loginWay) !== null
    ? Promise.resolve({})
    : runCommand(countVisit, input, call, { commandId: randomUUID() }),
);
const lists = handler(listSettings, async (_input, call) => ({
  list: await readListSettings(call.services.db, call.user.userName),
}));
/** The last one counts, so it has no id of its own either. */
const keepList = handler(saveListSetting, (input, call) =>
  runCommand(keepListSetting, input, call, { commandId: randomUUID() }),
);
const school = handler(schoolStatistics, (_input, call) => readSchoolStatistics(call.services.db));
const classes = handler(classStatistics, (_input, call) => readClassStatistics(call.services.db));
const evaluations = handler(pendingEvaluations, async (_input, call) => ({
  count: await countPendingEvaluations(call.services.db, call.user.userName),
}));
const scores = handler(ownScores, (_input, call) => readOwnScores(call.services.db, call));

export const homeHandlers = [functions, visit, lists, keepList, school, classes, evaluations, scores];
