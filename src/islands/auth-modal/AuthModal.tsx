import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { closeAuth } from '#lib/stores/auth/auth-actions.ts';
import { $authFlow, $authModal } from '#lib/stores/auth/auth-state.ts';
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

/** The sign-in modal: the side panel and the current step. [AUTH-01, AUTH-20] */
export function AuthModal({ placementEmployer }: { placementEmployer: string }) {
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
      <SidePanel placementEmployer={placementEmployer} />
      <StepAnnouncement />
      <div className="auth-main">
        <Step key={activeStep} />
        <Footer />
      </div>
    </Modal>
  );
}

/** Announces the steps after the first: screen readers announce a dialog's heading only when it opens. */
function StepAnnouncement() {
  const { title } = useStepText();
  const [announced, setAnnounced] = useState({ title, isFirst: true });
  if (announced.title !== title) setAnnounced({ title, isFirst: false });
  return (
    <p role="status" className="sr-only">
      {!announced.isFirst && title}
    </p>
  );
}
