import { classStatistics, schoolStatistics } from '@jwxt/contracts/home/home.operations.ts';
import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { countText } from '../../../lib/format.ts';
import { useOperation } from '../../../lib/queries.ts';
import { PictureCard } from '../../../ui/chart.tsx';
import { ErrorState } from '../../../ui/faces.tsx';
import { Card } from '../../../ui/page.tsx';
import { ColumnChart, RingChart } from '../../../ui/plain-charts.tsx';

/** Students to one teacher, with one decimal; a school without teachers has no ratio. */
export function ratioText(zxxs: number, zxjs: number): string {
  return zxjs === 0 ? NOTHING : `${(zxxs / zxjs).toFixed(1)} : 1`;
}

/** 师生比 (HOME-10, 47, 49). */
export function RatioCard() {
  const query = useOperation(schoolStatistics, {}, { staleTime: 300_000 });
  const { zxxs, zxjs, zrs } = query.data ?? { zxxs: 0, zxjs: 0, zrs: 0 };
  if (query.data === undefined && query.error !== null)
    return (
      <Card title="师生比">
        <ErrorState
          compact
          error={query.error}
          onRetry={() => {
            void query.refetch();
          }}
          retrying={query.isFetching}
        />
      </Card>
    );
  const picture = (
    <RingChart
      label={`师生比 ${ratioText(zxxs, zxjs)}，学生 ${String(zxxs)} 人，教师 ${String(zxjs)} 人`}
      shares={[
        { name: `学生 ${countText(zxxs)} 人`, value: zxxs, colour: 'c1' },
        { name: `教师 ${countText(zxjs)} 人`, value: zxjs, colour: 'c3' },
      ]}
    >
      <b>{ratioText(zxxs, zxjs)}</b>学生 / 教师
    </RingChart>
  );
  return (
    <PictureCard
      title="师生比"
      height="100%"
      picture={picture}
      loading={query.data === undefined}
      empty={query.data !== undefined && zrs === 0}
      emptyText="还没有学生和教师数据"
      table={{
        head: ['类别', '人数'],
        rows: [
          ['学生', countText(zxxs)],
          ['教师', countText(zxjs)],
          ['合计', countText(zrs)],
        ],
      }}
    />
  );
}

const years = [
  ['一年级', 'dyibjsl'],
  ['二年级', 'derbjsl'],
  ['三年级', 'dsanbjsl'],
  ['四年级', 'dsibjsl'],
] as const;

/** 行政班级数 of the four years (HOME-11, 48, 50). */
export function ClassCountCard() {
  const query = useOperation(classStatistics, {}, { staleTime: 300_000 });
  const figures = query.data;
  const columns = years.map(([name, field]) => ({ name, value: figures?.[field] ?? 0 }));
  if (figures === undefined && query.error !== null)
    return (
      <Card title="行政班级数">
        <ErrorState
          compact
          error={query.error}
          onRetry={() => {
            void query.refetch();
          }}
          retrying={query.isFetching}
        />
      </Card>
    );
  return (
    <PictureCard
      title="行政班级数"
      note={figures && `共 ${countText(figures.zbjsl)} 个`}
      height="100%"
      picture={
        <ColumnChart
          columns={columns}
          unit="个"
          label={`行政班级数：${columns.map(({ name, value }) => `${name} ${String(value)} 个`).join('，')}`}
        />
      }
      loading={figures === undefined}
      empty={figures?.zbjsl === 0}
      emptyText="还没有行政班级"
      table={{
        head: ['年级', '班级数'],
        rows: [
          ...columns.map(({ name, value }): [string, string] => [name, countText(value)]),
          ['全校', countText(figures?.zbjsl ?? 0)],
        ],
      }}
    />
  );
}
