import { projectRoot } from '@jwxt/infra/runtime/config.ts';
import { expect, it } from 'vitest';
import { checkIcons, checkIconsOf, iconButtons, iconFor, iconMarks, iconsOf, unlikeMarks } from './icon-rules.ts';
import { readGlossary, readSources } from './sources.ts';

const glossary = [
  '## Marks',
  '| orange | somebody must act |',
  '### Icons',
  '| icon | meaning | on buttons |',
  '| --- | --- | --- |',
  '| `IconSend` | hand in | 送审、提交 |',
  '| `IconArrowBackUp` | take back | 撤回 |',
  '| `IconEdit` | change | 修改 |',
  '| `IconKey` | lets somebody in | 修改密码 |',
  '| `IconClock` | waits | |',
].join('\n');
const meanings = iconsOf(glossary);

it('the table of icons is read: icon, meaning, words', () => {
  expect(meanings[0]).toEqual({ icon: 'IconSend', meaning: 'hand in', words: ['送审', '提交'] });
  expect(meanings.at(-1)).toEqual({ icon: 'IconClock', meaning: 'waits', words: [] });
});

it.each([
  ['撤回送审', 'IconArrowBackUp'],
  ['批量修改', 'IconEdit'],
  ['修改密码', 'IconKey'],
  ['查询', undefined],
])('%s bears %s', (label, icon) => {
  expect(iconFor(label, meanings)?.icon).toBe(icon);
});

it('a button is read with the text beside its icon, or with its label when it has no text', () => {
  const source = [
    '<Button leftSection={<IconSend size={16} />} onClick={() => { if (a > 1) send(); }}>提交送审</Button>',
    '<ActionIcon aria-label={`撤回 ${name}`}><IconArrowBackUp size={16} /></ActionIcon>',
    '<Action label="修改" icon={IconEdit} onClick={edit} />',
    '<Button>没有图标</Button>',
  ].join('\n');
  expect(iconButtons(source)).toEqual([
    { icon: 'IconSend', label: '提交送审' },
    { icon: 'IconArrowBackUp', label: '撤回 ${name}' },
    { icon: 'IconEdit', label: '修改' },
  ]);
});

it('an icon that the glossary does not know, and one that means something else, are found', () => {
  const source = [
    "import { IconSend, IconStar } from '@tabler/icons-react';",
    '<Button leftSection={<IconSend />}>撤回申请</Button>',
  ].join('\n');
  expect(checkIconsOf('a.tsx', source, meanings).map(({ detail }) => detail)).toEqual([
    'IconStar is not in the glossary',
    '“撤回申请” bears IconSend; the glossary has IconArrowBackUp',
  ]);
});

it('a mark and a notice are read with the words that they begin with, which bear one icon wherever they stand', () => {
  const source = [
    '<StatusTag tone="grey" icon={IconPencil}>未保存</StatusTag>',
    '<Alert color="red" icon={<IconMessage size={16} />}>审批意见：{detail.opinion}</Alert>',
    '<EmptyState icon={IconLock} title="没有权限" />',
    '<StatusTag tone="grey">没有图标</StatusTag>',
  ].join('\n');
  const marks = iconMarks(source);
  expect(marks).toEqual([
    { icon: 'IconPencil', label: '未保存' },
    { icon: 'IconMessage', label: '审批意见' },
    { icon: 'IconLock', label: '没有权限' },
  ]);
  expect(unlikeMarks(marks)).toEqual([]);
  expect(unlikeMarks([...marks, { icon: 'IconClock', label: '未保存' }])).toEqual([
    '“未保存” bears IconPencil and IconClock',
  ]);
});

it('one icon for one meaning on all pages', async () => {
  expect(checkIcons(await readSources(projectRoot, 'web/src'), await readGlossary(projectRoot))).toEqual([]);
});
