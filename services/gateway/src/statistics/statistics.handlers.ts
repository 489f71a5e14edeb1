import {
  approvalStatistics,
  entryProgress,
  scoreStatistics,
} from '@jwxt/contracts/statistics/statistics.operations.ts';
import { scoreTypeNames } from '@jwxt/contracts/score/score.vocabulary.ts';
import {
  analysisGroupings,
  bandNames,
  exportScoreAnalysis,
  queryScoreAnalysis,
  scoreAnalysisDetail,
  type AnalysisRow,
} from '@jwxt/contracts/statistics/score-analysis.operations.ts';
import { exportHandler, listExport } from '../kernel/export-handler.ts';
import { handler } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { readClassAnalysis, readScoreAnalysis, selectScoreAnalysis } from './score-analysis.read.ts';
import { readApprovalStatistics, readEntryProgress, readScoreStatistics } from './statistics.read.ts';

const scoreHandler = handler(scoreStatistics, (input, call) => readScoreStatistics(call.services.db, call.user, input));
const approvalHandler = handler(approvalStatistics, (_input, call) => readApprovalStatistics(call.services.db));
const progressHandler = handler(entryProgress, ({ semesterId }, call) =>
  readEntryProgress(call.services.db, call.user, semesterId),
);

const analysisHandler = handler(queryScoreAnalysis, (input, call) =>
  readScoreAnalysis(call.services.db, call.user, input),
);
const classHandler = handler(scoreAnalysisDetail, async (input, call) => {
  const found = await readClassAnalysis(call.services.db, call.user, input);
  if (!found) throw new Refused('NOT_FOUND');
  return found;
});
const analysisExport = exportHandler(exportScoreAnalysis, (filter, { user, permission }) =>
  listExport('成绩分析.xlsx', {
    sheet: `${analysisGroupings[filter.groupBy]}·${scoreTypeNames[filter.scoreType].replace('/', '')}`,
    rows: selectScoreAnalysis(user, permission, filter),
    columns: [
      { header: analysisGroupings[filter.groupBy], width: 30, value: (row) => row.name },
      { header: '说明', width: 36, value: (row) => row.about },
      { header: '人数', width: 8, kind: 'number', value: (row) => String(row.personNum) },
      { header: '实考', width: 8, kind: 'number', value: (row) => String(row.scoredNum) },
      { header: '平均分', width: 10, kind: 'number', value: (row) => row.mean },
      { header: '最高分', width: 10, kind: 'number', value: (row) => row.max },
      { header: '最低分', width: 10, kind: 'number', value: (row) => row.min },
      { header: '标准差', width: 10, kind: 'number', value: (row) => row.stdDev },
      { header: '及格率（%）', width: 12, kind: 'number', value: (row) => row.passRate },
      ...bandNames.flatMap((name, band) => [
        { header: name, width: 8, kind: 'number' as const, value: (row: AnalysisRow) => String(row.bands[band] ?? 0) },
        { header: `${name}（%）`, width: 10, kind: 'number' as const, value: (row: AnalysisRow) => shareOf(row, band) },
      ]),
      { header: '异常提示', width: 40, value: (row) => row.flags.join('；') },
    ],
  }),
);

const shareOf = ({ bands, scoredNum }: AnalysisRow, band: number): string =>
  scoredNum === 0 ? '' : (((bands[band] ?? 0) * 100) / scoredNum).toFixed(1);

export const statisticsHandlers = [
  scoreHandler,
  approvalHandler,
  progressHandler,
  analysisHandler,
  classHandler,
  analysisExport,
];
