import type { FieldError } from '../kernel/envelope.ts';
import { field, type WireRow } from '../kernel/resource-field.ts';
import { defineResource } from '../kernel/resource.ts';
import { yesNo } from '../kernel/yes-no.ts';
import { PERCENTAGE_HIERARCHY } from '../score/score.vocabulary.ts';

type Band = {
  readonly scoreValueCode: string;
  readonly scoreValueName: string;
  readonly scorePercentileMinValue: string;
  readonly scorePercentileMaxValue: string;
  readonly scorePercentileValue: string;
  readonly passSign: string;
};
const hundredths = (text: string): number => Math.round(Number(text) * 100);

/**
 * Bands cover 0 to 100 without gap or overlap, in steps of a hundredth; codes and names differ; a percentile lies in
 * its band, or is 0 for one that fails.
 */
function checkBands(bands: readonly Band[]): FieldError[] {
  const at = (index: number, column: keyof Band) => `scoreValues.${String(index)}.${column}`;
  const repeated = (column: 'scoreValueCode' | 'scoreValueName', message: string) =>
    bands.flatMap((band, index) =>
      bands.findIndex((each) => each[column].trim() === band[column].trim()) < index
        ? [{ field: at(index, column), message }]
        : [],
    );
  const upwards = bands
    .map((band, index) => ({
      index,
      from: hundredths(band.scorePercentileMinValue),
      to: hundredths(band.scorePercentileMaxValue),
      value: hundredths(band.scorePercentileValue),
      passed: band.passSign === yesNo.yes,
    }))
    .toSorted((a, b) => a.from - b.from);
  const covered = upwards.flatMap(({ index, from, to }, place) => {
    if (to < from) return [{ field: at(index, 'scorePercentileMaxValue'), message: '不能小于下限' }];
    const expected = place === 0 ? 0 : (upwards[place - 1]?.to ?? 0) + 1;
    if (from === expected) return [];
    return [
      {
        field: at(index, 'scorePercentileMinValue'),
        message: `应从 ${(expected / 100).toFixed(2)} 开始，${from > expected ? '中间有空缺' : '与下一等级重叠'}`,
      },
    ];
  });
  const last = upwards.at(-1);
  return [
    ...repeated('scoreValueCode', '代码重复'),
    ...repeated('scoreValueName', '名称重复'),
    ...covered,
    ...(last && last.to !== 10000 && covered.length === 0
      ? [{ field: at(last.index, 'scorePercentileMaxValue'), message: '最高等级应到 100' }]
      : []),
    ...upwards.flatMap(({ index, from, to, value, passed }) =>
      (value >= from && value <= to) || (!passed && value === 0)
        ? []
        : [{ field: at(index, 'scorePercentileValue'), message: '应在本等级之内' }],
    ),
    ...upwards.flatMap(({ index, passed }, place) =>
      !passed && upwards.slice(0, place).some((lower) => lower.passed)
        ? [{ field: at(index, 'passSign'), message: '更低的等级已经及格' }]
        : [],
    ),
  ];
}

/** SCORE-MORE-23 等级成绩值: a grade system with its bands. A sheet keeps a copy of the bands it was set up with. */
export const scoreValue = defineResource({
  name: 'scoreValue',
  loggedAs: 'scoreHierarchy',
  service: 'score',
  table: 'score_hierarchy',
  key: 'scoreHierarchyCode',
  called: 'scoreHierarchyName',
  fields: {
    scoreHierarchyCode: field.text('等级制代码', 10, {
      required: true,
      search: true,
      list: 130,
      fixed: true,
      hint: '保存后不能修改',
    }),
    scoreHierarchyName: field.text('等级制名称', 20, { required: true, search: true, list: 180 }),
    sfqy: field.enabled(),
    scoreValues: field.rows(
      '等级',
      {
        scoreValueCode: field.text('代码', 10, { required: true, list: 100 }),
        scoreValueName: field.text('名称', 20, { required: true }),
        scorePercentileMinValue: field.decimal('下限', [0, 100], { required: true, list: 110 }),
        scorePercentileMaxValue: field.decimal('上限', [0, 100], { required: true, list: 110 }),
        scorePercentileValue: field.decimal('折算分', [0, 100], { required: true, list: 110 }),
        passSign: field.yesNo('及格', { list: 96 }),
      },
      {
        length: [0, 20],
        list: 'auto',
        empty: '0–100 分，不分等级',
        child: { resource: 'scoreValue', table: 'score_value', parent: 'score_hierarchy_code', by: 'scoreValueCode' },
        json: {
          store: (rows: readonly WireRow[]) => rows.map((row, index) => ({ ...row, sortNum: index + 1 })),
          read: (stored) =>
            (stored as readonly WireRow[]).toSorted((a, b) => Number(a['sortNum']) - Number(b['sortNum'])),
        },
      },
    ),
  },
  order: [{ by: 'scoreHierarchyCode' }],
  unique: [{ fields: ['scoreHierarchyName'], message: '已有相同名称的等级制' }],
  check: ({ scoreHierarchyCode, scoreValues }) => {
    if (scoreHierarchyCode !== PERCENTAGE_HIERARCHY && scoreValues.length < 2)
      return [{ field: 'scoreValues', message: '至少要有两个等级' }];
    return checkBands(scoreValues);
  },
  note: '各等级应从 0 到 100 首尾相接。修改只影响以后设置的教学班：已设置的成绩单保存着当时的等级和折算分。',
});
