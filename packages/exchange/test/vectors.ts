/** Published vectors of the exchange's signature, and what its own signer makes of test keys. */

/** One permutation of Poseidon2. Source: elliottech/poseidon_crypto, Apache-2.0. */
export const permutationVector = {
  input: [
    5417613058500526590n,
    2481548824842427254n,
    6473243198879784792n,
    1720313757066167274n,
    2806320291675974571n,
    7407976414706455446n,
    1105257841424046885n,
    7613435757403328049n,
    3376066686066811538n,
    5888575799323675710n,
    6689309723188675948n,
    2468250420241012720n,
  ],
  output0: 5364184781011389007n,
  output5: 7742650891575941298n,
} as const;

/** One signature with a given nonce, in limbs, lowest first. Source: the same. */
export const schnorrVector = {
  message: [
    8398652514106806347n,
    11069112711939986896n,
    9732488227085561369n,
    18076754337204438535n,
    17155407358725346236n,
  ],
  privateKey: [
    12235002942052073545n,
    1175977464658719998n,
    8536934969147463310n,
    6524687619313720391n,
    2922072024880609112n,
  ],
  nonce: [
    5245666847777449560n,
    15178169970799106939n,
    4403065012435293749n,
    15306540389399388999n,
    8935555081913173844n,
  ],
  s: [
    6950590877883398434n,
    17178336263794770543n,
    11012823478139181320n,
    16445091359523510936n,
    5882925226143600273n,
  ],
  e: [
    4544744459434870309n,
    4180764085957612004n,
    3024669018778978615n,
    15433417688859446606n,
    6775027260348937828n,
  ],
} as const;

/** Key of the transactions below, and its public key. */
export const signerKey = {
  privateKey: '0xd9e7032130ae334f748143e7da0e948ca8ef5b5e5da7858481138cd72331e8b30ee9de7fbed2b277',
  publicKey: '0x3590a651039382d1b66a99fac950d15c1431fec1d99695b23a7bcdc3709f1a198ee433daea1c389d',
} as const;

/**
 * Transactions of the signer that the exchange publishes (elliottech/lighter-go), for
 * the chain id 304: text, hash, and the owner's message where there is one. Its nonces are random.
 */
export const signerVectors = {
  ownTransfer: {
    txInfo:
      '{"FromAccountIndex":712345,"ApiKeyIndex":3,"ToAccountIndex":712345,"AssetIndex":3,"FromR' +
      'outeType":0,"ToRouteType":1,"Amount":1000000,"USDCFee":0,"Memo":[0,0,0,0,0,0,0,0,0,0,0,0' +
      ',0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"ExpiredAt":1760000599000,"Nonce":21,"Sig":"rL' +
      'PnKty3Ps7Fc1q6wwCFvYFRxVpYYw/FNmP+hEfANumBO7cDwTs+IzLIwd8NnnsJBwAv7DXirga8N80Nvyeynju3Qb' +
      'uXLZB1wWInD/wZpgU=","L1Sig":"","L2TxAttributes":null}',
    hash: '21e61b5150063e6ebb5e656bd9f01a623d25850d3e6433f19f72da16dfd7b97c228c79de7d1bbe30',
  },
  transfer: {
    txInfo:
      '{"FromAccountIndex":712345,"ApiKeyIndex":3,"ToAccountIndex":99,"AssetIndex":3,"FromRoute' +
      'Type":0,"ToRouteType":0,"Amount":2000000,"USDCFee":0,"Memo":[0,0,0,0,0,0,0,0,0,0,0,0,171' +
      ',171,171,171,171,171,171,171,171,171,171,171,171,171,171,171,171,171,171,171],"ExpiredAt' +
      '":1760000599000,"Nonce":26,"Sig":"9blx8M5K8PKYCV8WpOmvxEz7tnfBrQUQX4SbIVVw0iuzymv6YYFzAd' +
      '+spsGx3FUDw4rnYG7ThbFXH1fhEKG1tycJt276GozXqOW/jh/0FF0=","L1Sig":"","L2TxAttributes":null' +
      '}',
    hash: 'bdaf50398cd12948e92a15d03ab6a8134b03d6f207c2c3d2643cbe080e2109486e602e562458c1d2',
    ownerMessage:
      'Transfer\n\nnonce: 0x000000000000001a\nfrom: 0x00000000000ade99 (route 0x000000000000000' +
      '0)\napi key: 0x0000000000000003\nto: 0x0000000000000063 (route 0x0000000000000000)\nasse' +
      't: 0x0000000000000003\namount: 0x00000000001e8480\nfee: 0x0000000000000000\nchainId: 0x0' +
      '000000000000130\nmemo: 000000000000000000000000abababababababababababababababababababab' +
      '\nOnly sign this message for a trusted client!',
  },
  changePubKey: {
    txInfo:
      '{"AccountIndex":712345,"ApiKeyIndex":3,"PubKey":"NZCmUQOTgtG2apn6yVDRXBQx/sHZlpWyOnvNw3C' +
      'fGhmO5DPa6hw4nQ==","L1Sig":"","ExpiredAt":1760000599000,"Nonce":27,"Sig":"Cc/Lv0D8ot3DxA' +
      'YVFwD+VOd4PYSDWcdlb7EPmSUTP+MbOzfAOzCwcbLh+7a3oi1Q5qkRBzW08U3Vnh/occ+mDlT4oqKOFkUqHqVZ9A' +
      'yZi24=","L2TxAttributes":null}',
    hash: 'f00289bb617adc872675f96b42b5e29ec00f8b12f9030ee3cd0063b57fb39a5d382a4feba1632bfb',
    ownerMessage:
      'Register Lighter Account\n\npubkey: 0x3590a651039382d1b66a99fac950d15c1431fec1d99695b23a' +
      '7bcdc3709f1a198ee433daea1c389d\nnonce: 0x000000000000001b\naccount index: 0x00000000000a' +
      'de99\napi key index: 0x0000000000000003\nOnly sign this message for a trusted client!',
  },
} as const;
