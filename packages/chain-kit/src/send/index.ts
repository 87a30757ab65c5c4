export { createSender, type Sender, type SenderOptions, type Sending } from './createSender.js';
export { expectedOperation, operationOf } from './operationOf.js';
export { sendSettingsShape, type ParsedSendSettings, type SendSettings } from './sendSettings.js';
