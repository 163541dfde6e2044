//! A chain of real blocks, executed natively: inherents with a made-up relay state, signed transactions, hooks.

// Each test file is a program of its own and uses a part of this.
#![allow(dead_code)]

use codec::Encode;
use cumulus_pallet_parachain_system::{
    parachain_inherent::BasicParachainInherentData, Call as ParachainCall,
};
use cumulus_primitives_core::{
    relay_chain::{well_known_keys::CURRENT_BLOCK_RANDOMNESS, HeadData},
    PersistedValidationData,
};
use cumulus_test_relay_sproof_builder::RelayStateSproofBuilder;
use frame_support::traits::Get;
use serde_json::Value;
use sp_consensus_aura::AURA_ENGINE_ID;
use sp_core::H256;
use sp_genesis_builder::runtime_decl_for_genesis_builder::GenesisBuilderV1;
use sp_keyring::Sr25519Keyring as Keyring;
use sp_runtime::{
    generic::{Era, SignedPayload},
    traits::Header as _,
    ApplyExtrinsicResult, Digest, DigestItem,
};
use trove_runtime::{
    money::BLOCK_MILLISECONDS, Executive, Hash, Header, Runtime, RuntimeCall, System, TxExtension,
    UncheckedExtrinsic,
};

/// The slot of block 0; any will do.
const FIRST_SLOT: u64 = 290_000_000;

/// A running chain.
pub struct Chain {
    state: sp_io::TestExternalities,
    head: Header,
}

impl Chain {
    /// Starts from a preset of the runtime, as the hosts do: its patch over the default genesis.
    pub fn from_preset(name: &str) -> Self {
        let mut genesis = preset(None);
        merge(&mut genesis, preset(Some(name)));
        let mut state = sp_io::TestExternalities::default();
        state
            .execute_with(|| Runtime::build_state(genesis.to_string().into_bytes()).expect("genesis builds"));
        let head = Header::new(0, H256::zero(), H256::zero(), H256::zero(), Digest::default());
        Self { state, head }
    }

    /// Reads or changes the state between blocks.
    pub fn with_state<Answer>(&mut self, body: impl FnOnce() -> Answer) -> Answer {
        self.state.execute_with(body)
    }

    /// Changes the state between blocks; the bytes of state proof that it takes.
    pub fn prove(&mut self, body: impl FnOnce()) -> u64 {
        self.state.commit_all().expect("the state can be committed");
        let ((), proof) = self.state.execute_and_prove(body);
        proof.encoded_size() as u64
    }

    /// The last block's number.
    pub fn height(&self) -> u32 {
        self.head.number
    }

    /// Builds a block of these transactions; each outcome in order.
    pub fn build(&mut self, transactions: Vec<UncheckedExtrinsic>) -> Vec<ApplyExtrinsicResult> {
        let number = self.head.number + 1;
        let slot = FIRST_SLOT + u64::from(number);
        let parent = self.head.clone();
        let log = DigestItem::PreRuntime(AURA_ENGINE_ID, slot.encode());
        let header = Header::new(
            number,
            H256::zero(),
            H256::zero(),
            parent.hash(),
            Digest { logs: vec![log] },
        );
        let (outcomes, head) = self.state.execute_with(|| {
            Executive::initialize_block(&header);
            for call in inherents(slot, &parent) {
                let outcome = Executive::apply_extrinsic(UncheckedExtrinsic::new_bare(call));
                outcome.expect("an inherent is valid").expect("and succeeds");
            }
            let outcomes = transactions.into_iter().map(Executive::apply_extrinsic).collect();
            (outcomes, Executive::finalize_block())
        });
        self.head = head;
        outcomes
    }

    /// Builds one block with this call of this account and expects it to be included; the call's own outcome.
    pub fn call(&mut self, who: Keyring, call: impl Into<RuntimeCall>) -> sp_runtime::DispatchResult {
        let transaction = self.sign(who, call);
        self.build(vec![transaction])
            .remove(0)
            .expect("the transaction is valid")
    }

    /// Builds empty blocks up to and including this number.
    pub fn build_until(&mut self, number: u32) {
        while self.height() < number {
            self.build(Vec::new());
        }
    }

    /// A signed transaction with the account's next nonce.
    pub fn sign(&mut self, who: Keyring, call: impl Into<RuntimeCall>) -> UncheckedExtrinsic {
        let nonce = self.with_state(|| System::account_nonce(who.to_account_id()));
        self.sign_with_nonce(who, call, nonce)
    }

    /// A signed transaction with this nonce.
    pub fn sign_with_nonce(
        &mut self,
        who: Keyring,
        call: impl Into<RuntimeCall>,
        nonce: u32,
    ) -> UncheckedExtrinsic {
        self.with_state(|| {
            let payload = SignedPayload::new(call.into(), extension(nonce)).expect("the extensions agree");
            let signature = payload.using_encoded(|bytes| who.sign(bytes));
            let (call, extension, _) = payload.deconstruct();
            UncheckedExtrinsic::new_signed(call, who.to_account_id().into(), signature.into(), extension)
        })
    }
}

/// The preset as JSON; the whole default genesis without a name.
pub fn preset(name: Option<&str>) -> Value {
    let bytes = Runtime::get_preset(&name.map(Into::into)).expect("the preset exists");
    serde_json::from_slice(&bytes).expect("a preset is JSON")
}

/// Lays a patch over a JSON value, as the hosts do with presets.
pub fn merge(base: &mut Value, patch: Value) {
    match (base, patch) {
        (Value::Object(base), Value::Object(patch)) => {
            for (key, value) in patch {
                merge(base.entry(key).or_insert(Value::Null), value);
            }
        }
        (base, patch) => *base = patch,
    }
}

fn extension(nonce: u32) -> TxExtension {
    cumulus_pallet_weight_reclaim::StorageWeightReclaim::new((
        frame_system::AuthorizeCall::new(),
        frame_system::CheckNonZeroSender::new(),
        frame_system::CheckSpecVersion::new(),
        frame_system::CheckTxVersion::new(),
        frame_system::CheckGenesis::new(),
        frame_system::CheckEra::from(Era::Immortal),
        frame_system::CheckNonce::from(nonce),
        frame_system::CheckWeight::new(),
        pallet_storage_market::CheckProofs::new(),
        pallet_transaction_payment::ChargeTransactionPayment::from(0),
    ))
}

/// What the block's author puts in: the relay chain's state, with a random value that differs in each block, and the time.
fn inherents(slot: u64, parent: &Header) -> [RuntimeCall; 2] {
    let random: Option<Hash> = Some(sp_io::hashing::blake2_256(&slot.to_le_bytes()).into());
    let builder = RelayStateSproofBuilder {
        para_id: <Runtime as cumulus_pallet_parachain_system::Config>::SelfParaId::get(),
        current_slot: slot.into(),
        included_para_head: Some(HeadData(parent.encode())),
        num_authorities: 0,
        additional_key_values: vec![(CURRENT_BLOCK_RANDOMNESS.to_vec(), random.encode())],
        ..Default::default()
    };
    let (relay_parent_storage_root, relay_chain_state) = builder.into_state_root_and_proof();
    let validation_data = PersistedValidationData {
        parent_head: HeadData(parent.encode()),
        relay_parent_number: parent.number + 1,
        relay_parent_storage_root,
        max_pov_size: 5 * 1024 * 1024,
    };
    let data = BasicParachainInherentData {
        validation_data,
        relay_chain_state,
        relay_parent_descendants: Vec::new(),
        collator_peer_id: None,
    };
    let inbound_messages_data = cumulus_pallet_parachain_system::parachain_inherent::InboundMessagesData::new(
        Default::default(),
        Default::default(),
    );
    let now = slot * BLOCK_MILLISECONDS;
    [
        RuntimeCall::ParachainSystem(ParachainCall::set_validation_data {
            data,
            inbound_messages_data,
        }),
        RuntimeCall::Timestamp(pallet_timestamp::Call::set { now }),
    ]
}
