import { useStore } from '@nanostores/react';
import { closeAuth } from '../../lib/stores/auth-actions.ts';
import { $authFlow } from '../../lib/stores/auth-flow.ts';
import { $authModal } from '../../lib/stores/auth-modal.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { ChangePhoneStep } from './ChangePhoneStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { Footer } from './Footer.tsx';
import { OtpStep } from './OtpStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import { SidePanel } from './SidePanel.tsx';
import { titleId } from './StepForm.tsx';

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
    <Modal isOpen={isOpen} onClose={closeAuth} labelledBy={titleId} width="lg" className="auth">
      <SidePanel />
      <div className="auth-main">
        <Button
          className="auth-close"
          look="quiet"
          size="sm"
          aria-label="Close"
          onClick={closeAuth}
          icon={
            <svg aria-hidden="true" viewBox="0 0 20 20" width="20" height="20" stroke="currentColor">
              <path d="m5 5 10 10M15 5 5 15" strokeWidth="1.75" strokeLinecap="round" />
            </svg>
          }
        />
        <Step key={activeStep} />
        <Footer />
      </div>
    </Modal>
  );
}
