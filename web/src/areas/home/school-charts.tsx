import { classStatistics, schoolStatistics } from '@jwxt/contracts/home/home.operations.ts';
import type { EChartsCoreOption } from 'echarts';
import { useMemo } from 'react';
import { countText } from '../../lib/format.ts';
import { useOperation } from '../../lib/queries.ts';
import { ChartCard, type ChartTokens } from '../../ui/chart.tsx';
import { ErrorState } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';

/** Students to one teacher, with one decimal; a school without teachers has no ratio. */
export function ratioText(zxxs: number, zxjs: number): string {
  return zxjs === 0 ? '—' : `${(zxxs / zxjs).toFixed(1)} : 1`;
}

/** 师生比 (HOME-10, 47, 49). */
export function RatioCard() {
  const query = useOperation(schoolStatistics, {}, { staleTime: 300_000 });
  const { zxxs, zxjs, zrs } = query.data ?? { zxxs: 0, zxjs: 0, zrs: 0 };
  const option = useMemo(() => (tokens: ChartTokens): EChartsCoreOption => ({
    legend: { bottom: 0, orient: 'vertical', selectedMode: false, itemWidth: 10, itemHeight: 10, itemGap: 6, textStyle: { color: tokens.text, fontSize: 12 }, formatter: (name: string) => `${name} ${countText(name === '学生' ? zxxs : zxjs)} 人` },
    series: [{
      type: 'pie', radius: ['52%', '64%'], center: ['50%', '42%'], silent: true, avoidLabelOverlap: false, labelLine: { show: false }, itemStyle: { borderColor: tokens.surface, borderWidth: 2 },
      label: {
        show: true, position: 'center', formatter: `{ratio|${ratioText(zxxs, zxjs)}}\n{unit|学生 / 教师}`,
        rich: { ratio: { color: tokens.text, fontSize: 20, fontWeight: 600, lineHeight: 28 }, unit: { color: tokens['text-2'], fontSize: 12, lineHeight: 18 } },
      },
      data: [{ name: '学生', value: zxxs, itemStyle: { color: tokens.c1 } }, { name: '教师', value: zxjs, itemStyle: { color: tokens.c3 }, label: { show: false } }],
    }],
  }), [zxxs, zxjs]);
  if (query.data === undefined && query.error !== null) return <Card title="师生比"><ErrorState compact error={query.error} onRetry={() => { void query.refetch(); }} retrying={query.isFetching} /></Card>;
  return (
    <ChartCard title="师生比" option={option} height="100%" label={`师生比 ${ratioText(zxxs, zxjs)}，学生 ${String(zxxs)} 人，教师 ${String(zxjs)} 人`} loading={query.data === undefined} empty={query.data !== undefined && zrs === 0} emptyText="还没有学生和教师数据"
      table={{ head: ['类别', '人数'], rows: [['学生', countText(zxxs)], ['教师', countText(zxjs)], ['合计', countText(zrs)]] }} />
  );
}

const years = [['一年级', 'dyibjsl'], ['二年级', 'derbjsl'], ['三年级', 'dsanbjsl'], ['四年级', 'dsibjsl']] as const;

/** 行政班级数 of the four years (HOME-11, 48, 50). */
export function ClassCountCard() {
  const query = useOperation(classStatistics, {}, { staleTime: 300_000 });
  const figures = query.data;
  const counts = useMemo(() => years.map(([, field]) => figures?.[field] ?? 0), [figures]);
  const option = useMemo(() => (tokens: ChartTokens): EChartsCoreOption => ({
    grid: { left: 0, right: 0, top: 42, bottom: 24 },
    title: { text: '单位：个', left: 0, top: 0, textStyle: { color: tokens['text-2'], fontSize: 12, fontWeight: 400 } },
    xAxis: { type: 'category', data: years.map(([name]) => name), axisTick: { show: false }, axisLine: { lineStyle: { color: tokens['line-strong'] } }, axisLabel: { color: tokens['text-2'], fontSize: 12 } },
    yAxis: { type: 'value', show: false, min: 0 },
    series: [{ type: 'bar', barWidth: '46%', silent: true, itemStyle: { color: tokens.c1, borderRadius: [2, 2, 0, 0] }, label: { show: true, position: 'top', color: tokens.text, fontWeight: 600 }, data: counts }],
  }), [counts]);
  if (figures === undefined && query.error !== null) return <Card title="行政班级数"><ErrorState compact error={query.error} onRetry={() => { void query.refetch(); }} retrying={query.isFetching} /></Card>;
  return (
    <ChartCard title="行政班级数" note={figures && `共 ${countText(figures.zbjsl)} 个`} option={option} height="100%" label={`行政班级数：${years.map(([name], index) => `${name} ${String(counts[index])} 个`).join('，')}`}
      loading={figures === undefined} empty={figures?.zbjsl === 0} emptyText="还没有行政班级"
      table={{ head: ['年级', '班级数'], rows: [...years.map(([name], index): [string, string] => [name, countText(counts[index] ?? 0)]), ['全校', countText(figures?.zbjsl ?? 0)]] }} />
  );
}
