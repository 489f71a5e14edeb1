import type { AnyRoute } from '@tanstack/react-router';
import { appBuildRoutes } from '../areas/app-build/app-build.routes.tsx';
import { approvalRoutes } from '../areas/approval/approval.routes.tsx';
import { auditRoutes } from '../areas/audit/audit.routes.tsx';
import { dataMonitorRoutes } from '../areas/data-monitor/data-monitor.routes.tsx';
import { electiveRoutes } from '../areas/elective/elective.routes.tsx';
import { examSetRoutes } from '../areas/exam-set/exam-set.routes.tsx';
import { fileRoutes } from '../areas/file/file.routes.tsx';
import { homeRoutes } from '../areas/home/home.routes.tsx';
import { makeupRoutes } from '../areas/makeup/makeup.routes.tsx';
import { noticeRoutes } from '../areas/notice/notice.routes.tsx';
import { recognitionRoutes } from '../areas/recognition/recognition.routes.tsx';
import { scoreRoutes } from '../areas/score/score.routes.tsx';
import { scoreSettingRoutes } from '../areas/score-setting/score-setting.routes.tsx';
import { scoreCardRoutes } from '../areas/score-card/score-card.routes.tsx';
import { statisticsRoutes } from '../areas/statistics/statistics.routes.tsx';
import { systemRoutes } from '../areas/system/system.routes.tsx';

/** The routes of each area, below the shell. One line an area. */
export const areas: readonly ((parent: AnyRoute) => AnyRoute[])[] = [
  homeRoutes,
  approvalRoutes,
  scoreRoutes,
  examSetRoutes,
  recognitionRoutes,
  electiveRoutes,
  makeupRoutes,
  noticeRoutes,
  scoreCardRoutes,
  scoreSettingRoutes,
  auditRoutes,
  statisticsRoutes,
  systemRoutes,
  dataMonitorRoutes,
  appBuildRoutes,
  fileRoutes,
];
