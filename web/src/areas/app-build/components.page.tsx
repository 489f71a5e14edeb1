import { Page } from '../../ui/page.tsx';
import classes from './components.module.css';
import { EditableTableCard } from './editable-table.card.tsx';
import { FaceCards } from './faces.card.tsx';
import { InputsCard } from './inputs.card.tsx';
import { ModuleListCard } from './module-list.card.tsx';
import { PickersCard } from './pickers.card.tsx';
import { RichTextCard } from './rich-text.card.tsx';

/** 组件示例: every general widget at work, with what it gives to its page, for those who build pages. */
export function ComponentsPage() {
  return (
    <Page title="组件示例" fill={false}>
      <ModuleListCard />
      <InputsCard />
      <PickersCard />
      <EditableTableCard />
      <RichTextCard />
      <div className={classes['faces']}>
        <FaceCards />
      </div>
    </Page>
  );
}
