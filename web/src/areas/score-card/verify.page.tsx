import { Button, Loader, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { verifyTranscript } from '@jwxt/contracts/score-card/score-card.operations.ts';
import {
  cleanCode,
  CODE_LENGTH,
  codeText,
  transcriptLanguageNames,
  VERIFY_PATH,
} from '@jwxt/contracts/score-card/transcript.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppearance } from '../../lib/appearance.ts';
import { useOperation } from '../../lib/queries.ts';
import { Logo } from '../../ui/logo.tsx';
import { FactList } from '../../ui/page.tsx';
import classes from './verify.module.css';

/** Checks a transcript by its code, for whoever holds one. */
export function VerifyPage() {
  const { code = '' } = useParams({ strict: false }) as { code?: string };
  const settings = useAppearance();
  useDocumentTitle(`成绩单核对 - ${settings.schoolName}`);
  return (
    <div className={classes['page']}>
      <header className={classes['brand']}>
        <Logo size={30} />
        {settings.schoolName}
      </header>
      <main className={classes['card']}>
        <h1>成绩单核对</h1>
        <CodeForm key={code} code={code} />
        {code !== '' && <Result code={code} />}
      </main>
      <footer className={classes['footer']}>{settings.COPYRIGHT}</footer>
    </div>
  );
}

function CodeForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(codeText(cleanCode(code)));
  const [wrong, setWrong] = useState(false);
  const check = (): void => {
    const clean = cleanCode(typed);
    setWrong(clean.length !== CODE_LENGTH);
    if (clean.length === CODE_LENGTH) void navigate({ to: `${VERIFY_PATH}/${encodeURIComponent(clean)}` });
  };
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <TextInput
        label="成绩单上的验证码"
        size="md"
        autoFocus={code === ''}
        value={typed}
        maxLength={40}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: classes['code'] ?? '' }}
        error={wrong ? `验证码为 ${String(CODE_LENGTH)} 位字母和数字` : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <Button type="submit" size="md">
        核对
      </Button>
    </form>
  );
}

/** Under which checkpoint of the history the scores stand. */
function sealText(seal: OutputOf<typeof verifyTranscript>['checkpoint']): string {
  return seal === null ? '尚未封存' : `第 ${String(seal.number)} 个，${seal.time} 封存，根值 ${seal.root}`;
}

function Result({ code }: { code: string }) {
  const query = useOperation(verifyTranscript, { code }, { keepPrevious: false, staleTime: 0 });
  const found = query.data;
  if (!found) {
    return query.error === null ? (
      <p className={classes['waiting']}>
        <Loader size={16} /> 正在核对…
      </p>
    ) : (
      <div className={classes['verdict']} data-tone="red" role="alert">
        <IconCircleX size={28} aria-hidden />
        <div>
          <strong>{query.error.code === 'TRANSCRIPT_UNKNOWN' ? '未查到这份成绩单' : '没有核对成功'}</strong>
          <p>{query.error.fieldErrors[0]?.message ?? query.error.message}</p>
          {query.error.temporary && (
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                void query.refetch();
              }}
            >
              重试
            </Button>
          )}
        </div>
      </div>
    );
  }
  return (
    <>
      <div className={classes['verdict']} data-tone={found.same ? 'green' : 'red'} role="status">
        {found.same ? <IconCircleCheck size={28} aria-hidden /> : <IconAlertTriangle size={28} aria-hidden />}
        <div>
          <strong>{found.same ? '成绩单真实，内容与现在的成绩一致' : '成绩单真实，但打印后成绩有变化'}</strong>
          <p>
            {found.same
              ? '请与纸面上的姓名、学号、课程门数和绩点逐项比对。'
              : (found.changedNum === 0
                  ? '计算结果与打印时不同'
                  : `有 ${String(found.changedNum)} 门课程的成绩与打印时不同`) + '，请要求持有人提供新的成绩单。'}
          </p>
        </div>
      </div>
      <FactList
        columns={2}
        items={[
          { label: '学校', value: found.schoolName, span: true },
          { label: '验证码', value: codeText(found.code), span: true },
          { label: '姓名', value: found.studentName },
          { label: '学号', value: found.studentNumber },
          { label: '课程门数', value: `${String(found.courseNum)} 门` },
          { label: '已获学分', value: found.earnedCredit },
          { label: '平均学分绩点', value: `${found.gpa}（${found.gpaRuleName}）` },
          { label: '种类', value: `${transcriptLanguageNames[found.language]}成绩单` },
          { label: '打印时间', value: found.printedAt, span: true },
          { label: '检查点', value: sealText(found.checkpoint), span: true },
        ]}
      />
      <p className={classes['note']}>以上为打印时的数据。为保护个人信息，姓名和学号只显示一部分。</p>
    </>
  );
}
