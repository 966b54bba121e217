import { CorrelationId } from '../../components/correlation-id.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TraceView, useTrace } from './trace-view.tsx';

/** Why a question got no answer, or a bad one. */
export function TraceDialog(props: { title: string; correlationId: string; onClose: () => void }) {
  const { title, correlationId, onClose } = props;
  const traced = useTrace(correlationId);
  return (
    <Dialog title={title} shape="sheet" onClose={onClose}>
      <div class="case">
        <TraceView traced={traced} />
        <p>
          <CorrelationId id={correlationId} />
        </p>
      </div>
    </Dialog>
  );
}
