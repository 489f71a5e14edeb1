import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { IconArrowMerge, IconGauge, IconHistory, IconListCheck, IconTargetArrow } from '@tabler/icons-react';
import type { MenuEntry } from './menu-entry.ts';

const page = (key: string) => ({ key, url: modulePath('dataMonitor', key), permission: 'dataMonitor:query' }) as const;

/** 数据监控. */
export const dataMonitorMenu: readonly MenuEntry[] = [
  { ...page('monitorscreen'), name: '监控大屏', icon: IconGauge },
  { ...page('monitorResult'), name: '监测结果', icon: IconListCheck },
  { ...page('monitorPoint'), name: '监测点', icon: IconTargetArrow },
  { ...page('dataClean'), name: '数据合并', icon: IconArrowMerge },
  { ...page('monitorTask'), name: '清洗记录', icon: IconHistory },
];
