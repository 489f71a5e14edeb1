import { describe, expect, it } from 'vitest';
import { regionTree, type RegionNode } from '@jwxt/contracts/base-info/region.operations.ts';
import { regionRows } from './region.data.ts';

const provinces = regionTree(regionRows.map(({ dm, mc }) => ({ code: dm, name: mc })));
const below = ({ children }: RegionNode, label: string): RegionNode => children!.find((each) => each.label === label)!;
const province = (label: string): RegionNode => provinces.find((each) => each.label === label)!;

describe('administrative divisions', () => {
  it('PICKERS-094: all provinces are there, those before Henan too, by their official codes', () => {
    expect(provinces.map(({ value, label }) => value + label.slice(0, 2))).toEqual(
      [
        '11北京,12天津,13河北,14山西,15内蒙,21辽宁,22吉林,23黑龙,31上海,32江苏,33浙江,34安徽',
        '35福建,36江西,37山东,41河南,42湖北,43湖南,44广东,45广西,46海南,50重庆,51四川',
        '52贵州,53云南,54西藏,61陕西,62甘肃,63青海,64宁夏,65新疆,71台湾,81香港,82澳门',
      ].flatMap((line) => line.split(',')),
    );
  });

  it('PICKERS-092, PICKERS-093: in three levels, with codes of two or twelve digits', () => {
    const zhengzhou = below(province('河南省'), '郑州市');
    expect(zhengzhou).toMatchObject({ value: '410100000000', pid: '41' });
    expect(below(zhengzhou, '中原区')).toMatchObject({ value: '410102000000', pid: '410100000000', children: null });
    expect(province('河南省').pid).toBe('');
    // A city without districts, and a province that is one division.
    expect(below(province('广东省'), '东莞市').children).toBeNull();
    expect(province('澳门特别行政区').children).toBeNull();
    const levels = (nodes: readonly RegionNode[], level = 1): number[] =>
      nodes.flatMap(({ children }) => (children === null ? [level] : levels(children, level + 1)));
    expect(Math.max(...levels(provinces))).toBe(3);
    expect(regionRows.every(({ dm }) => /^(\d{2}|\d{12})$/.test(dm))).toBe(true);
  });

  it('no two have one name, so that a file may name them', () => {
    expect(new Set(regionRows.map(({ mc }) => mc)).size).toBe(regionRows.length);
    expect(regionRows.find(({ dm }) => dm === '410102000000')?.mc).toBe('河南省郑州市中原区');
  });
});
