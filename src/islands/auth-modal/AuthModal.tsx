import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $authFlow } from '#lib/stores/auth/auth-flow.ts';
import { $authModal } from '#lib/stores/auth/auth-modal.ts';
import { closeAuth } from '#lib/stores/auth/auth-open.ts';
import { Modal } from '../ui/modal/Modal.tsx';
import { ChangePhoneStep } from './ChangePhoneStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { Footer } from './Footer.tsx';
import { OtpStep } from './OtpStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { SidePanel } from './SidePanel.tsx';
import { titleId } from './StepForm.tsx';
import { useStepText } from './use-step-text.ts';

const steps = {
  PHONE_INPUT: PhoneStep,
  DETAILS: DetailsStep,
  OTP_INPUT: OtpStep,
  CHANGE_PHONE: ChangePhoneStep,
};

/** AUTH-01, AUTH-20 */
export function AuthModal() {
  const { isOpen } = useStore($authModal);
  const { activeStep } = useStore($authFlow);
  const Step = steps[activeStep];
  return (
    <Modal
      isOpen={isOpen}
      onClose={closeAuth}
      labelledBy={titleId}
      focusAfter=".account-member > summary"
      width="lg"
      className="auth"
    >
      <SidePanel />
      <StepAnnouncement />
      <div className="auth-main">
        <Step key={activeStep} />
        <Footer />
      </div>
    </Modal>
  );
}

/** A dialog is named aloud when it opens, not when its heading changes: this says the steps after the first. */
function StepAnnouncement() {
  const { title } = useStepText();
  const [said, setSaid] = useState({ title, isFirst: true });
  if (said.title !== title) setSaid({ title, isFirst: false });
  return (
    <p role="status" className="sr-only">
      {!said.isFirst && title}
    </p>
  );
}
