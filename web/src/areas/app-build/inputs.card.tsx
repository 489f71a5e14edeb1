import { modules } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { useState } from 'react';
import { DictionarySelect } from '../../pickers/dictionary-select.tsx';
import { useMaxWeek } from '../../pickers/max-week.ts';
import { ChooseMany } from '../../ui/choose-many.tsx';
import { CountedTextarea } from '../../ui/counted-textarea.tsx';
import { DateField, DateTimeField } from '../../ui/date-field.tsx';
import { Card } from '../../ui/page.tsx';
import { WeekInput } from '../../ui/week-input.tsx';
import classes from './components.module.css';
import { Sample } from './sample.tsx';

const moduleOptions = modules.map(({ route, title }) => ({ code: route, name: title }));

/** The inputs of forms. */
export function InputsCard() {
  const maxWeek = useMaxWeek();
  const [attribute, setAttribute] = useState<string | null>(null);
  const [many, setMany] = useState<string[]>(['systemManage']);
  const [day, setDay] = useState<string | null>(null);
  const [moment, setMoment] = useState<string | null>(null);
  const [weeks, setWeeks] = useState('1-8,10-16');
  const [text, setText] = useState('');
  return (
    <Card title="选择与输入" note="每项下方是它交给页面的值">
      <div className={classes['samples']}>
        <Sample label="字典下拉" id="sample-attribute" value={attribute}>
          <DictionarySelect id="sample-attribute" category="XTGL_KCSXDMJ" value={attribute} onChange={setAttribute} />
        </Sample>
        <Sample label="下拉多选" id="sample-many" value={many}>
          <ChooseMany id="sample-many" options={moduleOptions} value={many} onChange={setMany} />
        </Sample>
        <Sample label="日期" id="sample-day" value={day}>
          <DateField id="sample-day" value={day} onChange={setDay} />
        </Sample>
        <Sample label="日期时间" id="sample-moment" value={moment}>
          <DateTimeField id="sample-moment" value={moment} onChange={setMoment} />
        </Sample>
        <Sample label="上课周次" id="sample-weeks" value={weeks} wide>
          <WeekInput id="sample-weeks" value={weeks} onChange={setWeeks} maxWeek={maxWeek} />
        </Sample>
        <Sample label="说明文字" id="sample-text" value={text} wide>
          <CountedTextarea id="sample-text" value={text} onChange={setText} placeholder="最多 200 字" />
        </Sample>
      </div>
    </Card>
  );
}
